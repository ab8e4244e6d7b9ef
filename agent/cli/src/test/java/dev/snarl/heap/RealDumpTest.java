package dev.snarl.heap;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.sun.management.HotSpotDiagnosticMXBean;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.report.Growth;
import dev.snarl.heap.report.HeapJson;
import dev.snarl.heap.report.Page;
import dev.snarl.heap.report.Screen;
import dev.snarl.heap.report.Shown;
import dev.snarl.heap.triage.Report;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dump of this JVM, with a pool in it whose queue is too long. */
class RealDumpTest {
  private static final int TASKS = 20_000;
  private static final int BYTES = 4_000;
  private static final int CHAIN = 50;

  @TempDir private Path folder = Path.of("");
  private final CountDownLatch end = new CountDownLatch(1);

  /** Captures what it is to send, and its number. */
  private void send(ThreadPoolExecutor pool, int number, byte[] what) {
    pool.execute(() -> deliver(number, what));
  }

  private void deliver(int number, byte[] what) {
    try {
      assertThat(end.await(10, TimeUnit.MINUTES)).as("delivery %s of %s", number, what).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Report dump(String name) throws Exception {
    Path file = folder.resolve(name);
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(file.toString(), true);
    return HeapTriage.of(file, 10, Progress.NONE);
  }

  @Test
  void aQueueThatIsTooLongIsNamedWithItsTasksAndTheirLine() throws Exception {
    Report before = dump("before.hprof");
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            2,
            2,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, "mail-" + System.nanoTime()));
    CompletableFuture<String> first = new CompletableFuture<>();
    List<CompletableFuture<String>> chain = new ArrayList<>(List.of(first));
    try {
      for (int i = 0; i < TASKS; i++) {
        send(pool, i, new byte[BYTES]);
      }
      for (int i = 0; i < CHAIN; i++) {
        chain.add(chain.get(i).thenApply(text -> text + "."));
      }
      Report report = dump("after.hprof");
      String body = "dev.snarl.heap.RealDumpTest.lambda$send$";
      Report.Executor mail = named(report, "mail-#");
      assertThat(mail.queued()).isEqualTo(TASKS - 2);
      assertThat(mail.limits()).isEqualTo("core 2, max 2, queue without limit");
      assertThat(mail.queueRetained()).isGreaterThan((long) (TASKS - 2) * BYTES);
      assertThat(mail.tasks().get(0).type()).startsWith(body);
      assertThat(mail.tasks().get(0).count()).isEqualTo(TASKS - 2);
      assertThat(mail.workers().get(0).frames())
          .anyMatch(frame -> frame.contains("RealDumpTest.deliver(RealDumpTest.java:"));
      assertThat(report.sentence())
          .startsWith("19,998 tasks wait in the queue of pool mail-#")
          .contains(body, "(RealDumpTest.java:");
      assertThat(report.alarming()).isTrue();
      // Tests that ran before in this JVM may hold more.
      assertThat(report.suspects()).anyMatch(suspect -> suspect.title().contains("pool mail-#"));
      assertThat(report.futures().longestChain()).isGreaterThanOrEqualTo(CHAIN - 1);
      shows(report, Growth.of(before, report, 5));
    } finally {
      end.countDown();
      pool.shutdownNow();
      first.complete("");
    }
  }

  private static void shows(Report report, Growth growth) {
    assertThat(growth.bytes()).isGreaterThan((long) TASKS * BYTES / 2);
    assertThat(growth.queues().get(0).name()).startsWith("mail-#");
    assertThat(growth.classes().get(0).name()).isEqualTo("byte[]");
    Shown shown = new Shown(report, growth, null, List.of(), 5);
    assertThat(Screen.of(shown)).hasSizeLessThanOrEqualTo(45).allMatch(line -> line.length() < 125);
    JsonObject json = HeapJson.of(shown);
    assertThat(json.keySet())
        .contains(
            "file",
            "objects",
            "usedBytes",
            "dominators",
            "suspects",
            "executors",
            "futures",
            "coroutines",
            "threads",
            "histogram");
    assertThat(json.getAsJsonArray("dominators").get(0).getAsJsonObject().keySet())
        .containsExactly("class", "address", "shallow", "retained");
    assertThat(Page.of(shown)).contains("mail-#", "default-src 'none'").doesNotContain("<script");
  }

  private static Report.Executor named(Report report, String name) {
    return report.executors().stream()
        .filter(e -> e.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + report.executors()));
  }
}
