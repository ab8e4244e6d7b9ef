package dev.snarl.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

class StackSiteTest {

  private static final List<String> LIBRARIES =
      List.of("org.apache.*", "com.google.common.", "scala.concurrent.!", "scala.");

  private final Wrappers wrappers = new Wrappers();

  private StackSite in(List<String> application, String... frames) {
    return Objects.requireNonNull(
        StackSite.in(stack(frames), new Frames(application, LIBRARIES), wrappers));
  }

  private static StackTraceElement[] stack(String... frames) {
    StackTraceElement[] stack = new StackTraceElement[frames.length];
    for (int i = 0; i < frames.length; i++) {
      int method = frames[i].lastIndexOf('.');
      stack[i] =
          new StackTraceElement(
              frames[i].substring(0, method), frames[i].substring(method + 1), "A.java", i + 1);
    }
    return stack;
  }

  private static void assertSite(String site, String call, StackSite found) {
    assertThat(found.text()).startsWith(site + '(');
    assertThat(found.call()).isEqualTo(call);
  }

  private static final class Lane implements Executor {
    @Override
    public void execute(Runnable task) {}
  }

  private static final String LANE = Lane.class.getName();

  @Test
  void inALibraryItIsTheFirstLineOutsideItsExecutors() {
    assertThat(wrappers.is(Lane.class)).isTrue();
    StackSite site =
        in(
            List.of("com.acme."),
            "java.util.concurrent.ThreadPoolExecutor.<init>",
            LANE + ".<init>",
            "org.apache.ignite.PoolProcessor.start",
            "org.apache.ignite.Ignition.main");
    assertSite("org.apache.ignite.PoolProcessor.start", "ThreadPoolExecutor.<init>", site);
    assertThat(site.application()).isFalse();
  }

  @Test
  void inALibraryItIsTheFirstLineOutsideItsFutures() {
    String await = "scala.concurrent.Await.ready";
    StackSite site =
        in(
            List.of("com.acme."),
            "java.util.concurrent.locks.LockSupport.park",
            await,
            "scala.util.Using.apply",
            "org.apache.spark.Jobs.run");
    assertSite("scala.util.Using.apply", "Await.ready", site);
    assertSite(await, "", in(List.of("com.acme."), await));
  }

  @Test
  void aLibrarysExecutorIsNamedWhereNothingElseIsMet() {
    assertThat(wrappers.is(Lane.class)).isTrue();
    StackSite site =
        in(
            List.of("com.acme."),
            "java.lang.Thread.start",
            LANE + ".execute",
            "java.lang.Thread.run");
    assertSite(LANE + ".execute", "Thread.start", site);
    assertThat(site.application()).isFalse();
  }

  /** As where the main class is an executor: the worker runs a lambda or a class nested in it. */
  @Test
  void neitherALambdasFrameNorAClassNestedInTheExecutorIsBetterThanItsOwnLine() {
    assertThat(wrappers.is(Lane.class)).isTrue();
    for (String task :
        List.of(LANE + "$Job.run", LANE + "$$Lambda$34/0x7f.run", "com.acme.A$$Lambda$3.run")) {
      StackSite site =
          in(
              List.of(),
              "java.util.concurrent.FutureTask.get",
              LANE + ".invoice",
              task,
              "java.util.concurrent.FutureTask.run");
      assertSite(LANE + ".invoice", "FutureTask.get", site);
      assertThat(site.application()).isTrue();
    }
  }

  @Test
  void whereALibraryParksItsOwnMethodIsTheCall() {
    StackSite site =
        in(
            List.of(),
            "java.util.concurrent.locks.LockSupport.park",
            "com.google.common.util.concurrent.AbstractFuture.get",
            "com.acme.Jobs.run");
    assertSite("com.acme.Jobs.run", "AbstractFuture.get", site);
    assertThat(site.application()).isTrue();
  }

  @Test
  void theJdksFramesAloneHaveNone() {
    StackTraceElement[] stack = stack("java.lang.Object.wait", "java.lang.Thread.run");
    assertThat(StackSite.in(stack, new Frames(List.of(), LIBRARIES), wrappers)).isNull();
  }

  @Test
  void aNameIsKnownOnceItsClassWasMet() {
    assertThat(wrappers.is(LANE)).isFalse();
    assertThat(wrappers.is(Lane.class)).isTrue();
    assertThat(wrappers.is(LANE)).isTrue();
    assertThat(wrappers.is(ThreadPoolExecutor.class)).isTrue();
    assertThat(wrappers.is(String.class)).isFalse();
  }
}
