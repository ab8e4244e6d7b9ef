package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Objects of which a program needs one or a few, but has many: clients, pools, class loaders. */
final class Copies {
  private static final List<String> CLIENTS =
      List.of(
          "okhttp3.OkHttpClient",
          "jdk.internal.net.http.HttpClientImpl",
          "org.apache.kafka.clients.producer.KafkaProducer",
          "org.apache.http.impl.client.CloseableHttpClient",
          "org.apache.hc.client5.http.impl.classic.CloseableHttpClient",
          "io.lettuce.core.RedisClient",
          "redis.clients.jedis.JedisPool",
          "com.zaxxer.hikari.HikariDataSource",
          "org.springframework.web.client.RestTemplate",
          "org.springframework.context.support.AbstractApplicationContext",
          "com.google.firebase.FirebaseApp",
          "io.netty.channel.MultithreadEventLoopGroup");
  private static final int MANY_CLIENTS = 10;
  private static final int MANY_POOLS = 50;
  private static final int MANY_LOADERS = 50;

  private Copies() {}

  static List<Report.Held> of(HeapDump dump, Census census) {
    List<Report.Held> held = new ArrayList<>();
    for (HeapClass type : dump.classes()) {
      long count = census.objects(type);
      if (count >= MANY_CLIENTS) {
        if (CLIENTS.stream().anyMatch(type::isA)) {
          held.add(row("clients", type, count, census));
        } else if (count >= MANY_POOLS && Executors.wants(type)) {
          held.add(row("pools", type, count, census));
        } else if (count >= MANY_LOADERS && isLoader(type)) {
          held.add(row("class loaders", type, count, census));
        }
      }
    }
    held.sort(Comparator.comparingLong(Report.Held::retained).reversed());
    return List.copyOf(held);
  }

  private static boolean isLoader(HeapClass type) {
    return type.isA("java.lang.ClassLoader")
        && !type.name().equals("jdk.internal.reflect.DelegatingClassLoader");
  }

  private static Report.Held row(String what, HeapClass type, long count, Census census) {
    return new Report.Held(what, type.name(), count, census.retained(type));
  }
}
