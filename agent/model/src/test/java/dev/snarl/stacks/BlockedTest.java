package dev.snarl.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockedTest {

  @Test
  void aMonitorOfTheClassLoaderIsNoneOfATasks() {
    assertThat(Blocked.loads("a monitor at java.util.zip.ZipFile.getMetaInfVersions")).isTrue();
    assertThat(Blocked.loads("a monitor at jdk.internal.loader.URLClassPath.getLoader")).isTrue();
    assertThat(Blocked.loads("a monitor at com.acme.Store.put")).isFalse();
    assertThat(Blocked.loads("java.util.zip.ZipFile.read")).isFalse();
  }

  /** A real thread that writes and forces: its native call is the one that is known. */
  @Test
  void whoForcesAFileWaitsForTheDisk(@TempDir Path folder) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              try (FileChannel file =
                  FileChannel.open(
                      folder.resolve("log"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                while (!over.get()) {
                  file.write(ByteBuffer.allocate(1_000), 0);
                  file.force(true);
                }
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.start();
    Set<String> seen = new HashSet<>();
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (!seen.contains("sun.nio.ch.FileChannelImpl.force") && System.nanoTime() < deadline) {
      StackTraceElement[] stack = writer.getStackTrace();
      if (stack.length > 0 && stack[0].getMethodName().startsWith("force")) {
        seen.add(String.valueOf(Blocked.in(stack, Thread.State.RUNNABLE)));
      }
    }
    over.set(true);
    writer.join();
    assertThat(seen).contains("sun.nio.ch.FileChannelImpl.force");
  }

  @Test
  void whoWasNotifiedInAMethodOfTheJdkIsInThatStill() throws Exception {
    Object own = new Object();
    Thread waits =
        new Thread(
            () -> {
              synchronized (own) {
                try {
                  while (!Thread.currentThread().isInterrupted()) {
                    own.wait();
                  }
                } catch (InterruptedException e) {
                  // over
                }
              }
            });
    Thread joins =
        new Thread(
            () -> {
              try {
                waits.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    waits.start();
    joins.start();
    assertThat(Blocked.in(waiting(joins), Thread.State.BLOCKED)).isEqualTo("java.lang.Thread.join");
    assertThat(Blocked.in(waiting(waits), Thread.State.BLOCKED))
        .startsWith("a monitor at java.lang.Object.wait");
    waits.interrupt();
    joins.join();
  }

  private static StackTraceElement[] waiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread.getStackTrace();
  }

  @Test
  void whoRunsIsNotBlocked() {
    assertThat(Blocked.in(Thread.currentThread().getStackTrace(), Thread.State.RUNNABLE)).isNull();
  }
}
