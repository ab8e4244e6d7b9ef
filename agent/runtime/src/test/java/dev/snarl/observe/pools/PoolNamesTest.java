package dev.snarl.observe.pools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.sites.Names;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolNamesTest {
  private final Names names = new Names();

  @Test
  void numbersOfThreadsAreFoldedAndThoseOfUnnamedPoolsStay() {
    assertThat(names.group("fcm-turbo-1731-3")).isEqualTo("fcm-turbo-#-#");
    assertThat(names.group("pool-7-thread-12")).isEqualTo("pool-7-thread-#");
    assertThat(names.group("ForkJoinPool-42-worker-3")).isEqualTo("ForkJoinPool-42-worker-#");
    assertThat(names.group("pool-7-thread-#")).as("folded twice").isEqualTo("pool-7-thread-#");
    assertThat(names.group("pool-7-worker-1")).isEqualTo("pool-#-worker-#");
    assertThat(names.group("my-pool-7-thread-1")).isEqualTo("my-pool-#-thread-#");
    assertThat(names.group("pool--thread-1")).isEqualTo("pool--thread-#");
  }

  @ParameterizedTest
  @CsvSource({
    "H2-nio, H2-nio",
    "H2 Log Writer NEO4J, H2 Log Writer NEO4J",
    "neo4j.Scheduler-1, neo4j.Scheduler-#",
    "log4j2-TF-1-AsyncLogger, log4j2-TF-#-AsyncLogger",
    "s3-upload-3, s3-upload-#",
    "grpc-http2-12, grpc-http2-#",
    "sha256 (3), sha256 (#)",
    "k8s-watch, k8s-watch",
    "h2o_7, h2o_#",
    "neo4j, neo4j",
  })
  void aDigitInAWordIsNoCounter(String name, String folded) {
    assertThat(names.group(name)).isEqualTo(folded);
    assertThat(names.group(folded)).as("folded twice").isEqualTo(folded);
  }

  @ParameterizedTest
  @CsvSource({
    "Thread-3, Thread-#",
    "http-nio-8080-exec-12, http-nio-#-exec-#",
    "kafka-coordinator-0, kafka-coordinator-#",
    "pool7, pool#",
    "worker12-io, worker#-io",
    "exec3, exec#",
    "http2, http#",
    "s3, s#",
    "Group1Worker, Group#Worker",
    "a1b2, a#b#",
    "cache-3f2a9c, cache-#",
    "job-1b9d6bcd-bbfd-4b2d, job-#-bbfd-#b#d",
    "job-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed-7, job-#-#",
    "app-x2k9p, app-x#k#p",
    "10.0.0.7:9092, #.#.#.#:#",
    "AsyncContext@18b4aac2, AsyncContext@#",
    "Worker@fadebeaf[State = -1], Worker@#[State = -#]",
    "facade1, facade#",
    "job 2026-11-23T05:31:50, job #-#-#T#:#:#",
  })
  void allOtherDigitsAreFolded(String name, String folded) {
    assertThat(names.group(name)).isEqualTo(folded);
  }

  @Test
  void aPoolForEachCallHasNoNameForEach() {
    for (int i = 1; i <= 10_000; i++) {
      names.group("pool-" + i + "-thread-1");
      names.group("ForkJoinPool-" + i + "-worker-1");
    }
    assertThat(names.group("pool-100-thread-1")).isEqualTo("pool-#-thread-#");
    assertThat(names.group("a-name-of-somebody")).isEqualTo("a-name-of-somebody");
    assertThat(names.dropped).hasValue(0);
  }

  @Test
  void aPoolWithoutThreadsHasTheNameThatTheyWillHave() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    ForkJoinPool fork = new ForkJoinPool(1);
    ForkJoinPool named =
        new ForkJoinPool(
            1,
            all -> {
              var worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(all);
              worker.setName("mine-1");
              return worker;
            },
            null,
            false);
    ExecutorService own = Executors.newFixedThreadPool(1, task -> new Thread(task, "mine-1"));
    try {
      String thread = pool.submit(() -> Thread.currentThread().getName()).get();
      String worker = fork.submit(() -> Thread.currentThread().getName()).get();
      assertThat(name(pool)).isEqualTo(names.group(thread)).startsWith("pool-");
      assertThat(name(fork)).isEqualTo(names.group(worker)).startsWith("ForkJoinPool-");
      assertThat(name(own)).isEqualTo("ThreadPoolExecutor");
      assertThat(name(named)).isEqualTo("ForkJoinPool");
    } finally {
      pool.shutdown();
      fork.shutdown();
      named.shutdown();
      own.shutdown();
    }
  }

  /** Of one at which nobody has looked yet, so that no thread of it is known. */
  private String name(Object executor) {
    return PoolNames.of(new Known(executor, null, null, 0, 0), executor, names);
  }
}
