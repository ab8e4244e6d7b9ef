package dev.snarl.tests.programs;

import com.google.common.util.concurrent.MoreExecutors;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.glassfish.grizzly.threadpool.GrizzlyExecutorService;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.jboss.threads.EnhancedQueueExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Builds one library's executor, gives it four tasks that wait for the end of the input. */
public final class LibraryExecutors {
  /** Those that refuse the fifth task. */
  private static final Set<String> LIMITED = Set.of("tomcat", "jboss", "grizzly", "grizzly-fixed");

  private LibraryExecutors() {}

  public static void main(String[] args) throws Exception {
    Executor executor = executor(args[0]);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Runnable task =
        () -> {
          running.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    int refused = 0;
    for (int i = 0; i < (LIMITED.contains(args[0]) ? 6 : 4); i++) {
      try {
        executor.execute(task);
        running.await(); // Tomcat's thread that is there already takes the first from the queue
        Thread.sleep(args[0].startsWith("grizzly") ? 100 : 0); // as do idle threads of Grizzly's
      } catch (RejectedExecutionException e) {
        refused++;
      }
    }
    System.out.println("running");
    System.in.readAllBytes();
    end.countDown();
    System.out.println("refused " + refused);
    System.exit(0);
  }

  private static Executor executor(String library) throws Exception {
    return switch (library) {
      case "tomcat" -> tomcat();
      case "tomcat-virtual" -> new VirtualThreadExecutor("virtual-exec-");
      case "jetty" -> jetty();
      case "jboss" -> jboss();
      case "grizzly" -> grizzly(1);
      case "grizzly-fixed" -> grizzly(2);
      case "netty" -> new MultiThreadIoEventLoopGroup(2, LocalIoHandler.newFactory());
      case "spring" -> spring("pushExecutor", "push-");
      case "spring-default" -> spring("applicationTaskExecutor", "task-");
      case "spring-simple" -> new SimpleAsyncTaskExecutor();
      case "guava" -> MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
      case "micrometer" ->
          ExecutorServiceMetrics.monitor(
              new SimpleMeterRegistry(), Executors.newFixedThreadPool(2), "wrapped");
      default -> throw new IllegalArgumentException(library);
    };
  }

  private static Executor tomcat() {
    TaskQueue queue = new TaskQueue(2);
    TaskThreadFactory threads = new TaskThreadFactory("nio-exec-", true, 5);
    org.apache.tomcat.util.threads.ThreadPoolExecutor tomcat =
        new org.apache.tomcat.util.threads.ThreadPoolExecutor(
            1, 2, 60, TimeUnit.SECONDS, queue, threads);
    queue.setParent(tomcat);
    return tomcat;
  }

  private static Executor grizzly(int core) {
    return GrizzlyExecutorService.createInstance(
        ThreadPoolConfig.defaultConfig()
            .setPoolName("grizzly")
            .setCorePoolSize(core)
            .setMaxPoolSize(2)
            .setQueueLimit(2));
  }

  private static Executor jboss() {
    return new EnhancedQueueExecutor.Builder()
        .setCorePoolSize(2)
        .setMaximumPoolSize(2)
        .setMaximumQueueSize(2)
        .build();
  }

  private static Executor jetty() throws Exception {
    QueuedThreadPool jetty = new QueuedThreadPool(2, 2);
    jetty.setName("qtp");
    jetty.setReservedThreads(0);
    Thread.sleep(1_500); // a server is put together before it starts
    jetty.start();
    return jetty;
  }

  private static Executor spring(String bean, String prefix) {
    ThreadPoolTaskExecutor spring = new ThreadPoolTaskExecutor();
    spring.setBeanName(bean);
    spring.setThreadNamePrefix(prefix);
    spring.setCorePoolSize(2);
    spring.initialize();
    return spring;
  }
}
