package dev.snarl.instrument;

import java.util.ArrayList;
import java.util.List;

/**
 * Heavy clients, whose construction is counted by call site, and the calls by which the consumers
 * of message brokers ask for more work. No lambda and no stream: made before {@code main}.
 */
final class LibraryClients {

  private LibraryClients() {}

  static List<Library> all() {
    List<Library> all = new ArrayList<>();
    all.add(
        library(
            "okhttp",
            "okhttp",
            "3.12",
            "5.3",
            new Point(
                Hook.LIBRARY,
                Weave.SHARING_CLIENT,
                "okhttp3/OkHttpClient",
                "<init>",
                "(Lokhttp3/OkHttpClient$Builder;",
                false,
                "connectionPool:Lokhttp3/ConnectionPool;")));
    // Of the JDK, but the platform loader's.
    all.add(
        library(
            "java.net.http",
            "java.net.http",
            "17",
            "25",
            client("jdk/internal/net/http/HttpClientImpl", Weave.CLIENT, "(")));
    all.add(
        library(
            "apache-httpclient-5",
            "httpclient5",
            "5.0",
            "5.5",
            client(
                "org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager",
                Weave.CLIENT,
                "(Lorg/apache/hc/client5/http/io/HttpClientConnectionOperator;"
                    + "Lorg/apache/hc/core5/pool/PoolConcurrencyPolicy;")));
    all.add(
        library(
            "apache-httpclient-4",
            "httpclient",
            "4.4",
            "4.5",
            client(
                "org/apache/http/impl/conn/PoolingHttpClientConnectionManager",
                Weave.CLIENT,
                "(Lorg/apache/http/conn/HttpClientConnectionOperator;")));
    all.add(
        library(
            "lettuce",
            "lettuce-core",
            "5.3",
            "7.0",
            client(
                "io/lettuce/core/resource/DefaultClientResources",
                Weave.CLIENT,
                "(Lio/lettuce/core/resource/DefaultClientResources$Builder;")));
    all.add(
        library(
            "jedis",
            "jedis",
            "3.6",
            "7.0",
            client(
                "redis/clients/jedis/util/Pool",
                Weave.CLIENT,
                "(Lorg/apache/commons/pool2/impl/GenericObjectPoolConfig;"),
            poll("redis/clients/jedis/Jedis", "xreadGroup", "("),
            poll("redis/clients/jedis/Jedis", "blpop", "("),
            poll("redis/clients/jedis/Jedis", "brpop", "("),
            poll("redis/clients/jedis/UnifiedJedis", "xreadGroup", "("),
            poll("redis/clients/jedis/UnifiedJedis", "blpop", "("),
            poll("redis/clients/jedis/UnifiedJedis", "brpop", "(")));
    all.add(
        library(
            "spring-data-redis",
            "spring-data-redis",
            "2.5",
            "4.0",
            poll("org/springframework/data/redis/stream/StreamPollTask", "readRecords", "()"),
            poll(
                "org/springframework/data/redis/connection/lettuce/LettuceStreamCommands",
                "xReadGroup",
                "("),
            poll(
                "org/springframework/data/redis/connection/jedis/JedisStreamCommands",
                "xReadGroup",
                "(")));
    all.add(
        library(
            "spring-rabbit",
            "spring-rabbit",
            "2.3",
            "4.0",
            poll(
                "org/springframework/amqp/rabbit/listener/BlockingQueueConsumer",
                "nextMessage",
                "(")));
    all.add(
        library(
            "rabbitmq",
            "amqp-client",
            "5.9",
            "5.26",
            poll("com/rabbitmq/client/impl/WorkPool", "nextWorkBlock", "(")));
    all.add(
        library(
            "spring-jms",
            "spring-jms",
            "5.3",
            "7.0",
            poll(
                "org/springframework/jms/support/destination/JmsDestinationAccessor",
                "receiveFromConsumer",
                "(")));
    return all;
  }

  static Library library(
      String name, String artifact, String oldest, String newest, Point... points) {
    return new Library(name, artifact, oldest, newest, List.of(points));
  }

  static Point client(String owner, Weave weave, String descriptor) {
    return new Point(Hook.LIBRARY, weave, owner, "<init>", descriptor);
  }

  static Point poll(String owner, String method, String descriptor) {
    return new Point(Hook.LIBRARY, Weave.POLL, owner, method, descriptor);
  }
}
