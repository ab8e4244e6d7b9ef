package dev.snarl.tests.programs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * What an idle server keeps: Tomcat, Netty, Jetty's pool, HikariCP with its housekeeper, clients of
 * Kafka that find no broker, timers and pools. Nothing of it is ever stuck, though nearly all wait.
 */
public final class IdleServers {
  private static final String NO_BROKER = "127.0.0.1:9";

  private static final List<Object> CONTEXT = new CopyOnWriteArrayList<>();

  private IdleServers() {}

  /** Starts them, uses each pool once, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    CONTEXT.addAll(
        List.of(
            tomcat(),
            netty(),
            jetty(),
            connections(),
            producer(),
            consumer(),
            timers(),
            pools(),
            client()));
    System.out.println("running " + CONTEXT.size());
    System.in.readAllBytes();
    System.exit(0);
  }

  private static Object tomcat() throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    tomcat.start();
    Thread await = new Thread(() -> tomcat.getServer().await(), "container-0");
    await.start();
    return tomcat;
  }

  private static Object netty() throws Exception {
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .childHandler(new ChannelInboundHandlerAdapter())
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .sync();
    return loops;
  }

  private static Object jetty() throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool(8, 4);
    pool.start();
    return pool;
  }

  private static Object connections() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:idle");
    config.setMaximumPoolSize(3);
    HikariDataSource source = new HikariDataSource(config);
    source.getConnection().close();
    return source;
  }

  private static Object producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", NO_BROKER), new StringSerializer(), new StringSerializer());
  }

  private static Object consumer() {
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", NO_BROKER, "group.id", "idle"),
            new StringDeserializer(),
            new StringDeserializer());
    Thread thread =
        new Thread(
            () -> {
              consumer.subscribe(List.of("orders"));
              while (true) {
                consumer.poll(Duration.ofHours(1));
              }
            },
            "consumer");
    thread.start();
    return consumer;
  }

  private static Object timers() {
    Timer timer = new Timer("nightly");
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            System.out.println("night");
          }
        },
        TimeUnit.HOURS.toMillis(5));
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(3);
    var unused =
        scheduler.scheduleAtFixedRate(() -> System.out.println("hour"), 1, 1, TimeUnit.HOURS);
    return List.of(timer, scheduler, Executors.newScheduledThreadPool(2));
  }

  private static Object pools() {
    ExecutorService fixed = Executors.newFixedThreadPool(4);
    ExecutorService cached = Executors.newCachedThreadPool();
    ExecutorService stealing = Executors.newWorkStealingPool(2);
    for (ExecutorService each : List.of(fixed, cached, stealing)) {
      for (int i = 0; i < 4; i++) {
        CompletableFuture.runAsync(Thread::onSpinWait, each).join();
      }
    }
    CompletableFuture.runAsync(Thread::onSpinWait).join();
    return List.of(fixed, cached, stealing);
  }

  private static Object client() {
    return HttpClient.newHttpClient();
  }
}
