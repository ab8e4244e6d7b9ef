package dev.snarl.observe.sites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.stacks.Frames;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The line to open, where the application reaches what is looked at through classes that only pass
 * a task on or stand for its result. The nested classes {@code App…} are the application.
 */
class SitesTest {

  private final Sites sites =
      new Sites(new Frames(List.of(SitesTest.class.getName() + "$App"), KnownLibraries.frames()));
  private String live = "";
  private String text = "";

  /** Text last: it knows the classes that were met live. */
  private void look() {
    live = sites.here().site.text;
    text = sites.in(new Throwable().getStackTrace()).text;
  }

  private void assertSite(String method) {
    assertThat(live).contains("SitesTest$" + method + "(SitesTest.java:");
    assertThat(text).isEqualTo(live);
  }

  private static final class App {
    static void hands(Runnable task, Executor to) {
      to.execute(task);
    }

    static AppPool builds(Runnable look) {
      return new AppPool(look);
    }

    static void computes(AppSum sum) {
      sum.invoke();
    }

    static void asks(AppAnswer answer) {
      answer.join();
    }
  }

  private static final class AppDirect implements Executor {
    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  private static class AppPool extends ThreadPoolExecutor {
    private final Runnable look;

    AppPool(Runnable look) {
      super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), AppThread::new);
      this.look = look;
      look.run();
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {
      look.run();
    }
  }

  private static final class AppThread extends Thread {
    AppThread(Runnable task) {
      super(task);
    }

    @Override
    public void run() {
      super.run();
    }
  }

  private static final class AppAnswer extends CompletableFuture<String> {
    private final Runnable look;

    AppAnswer(Runnable look) {
      this.look = look;
    }

    @Override
    public String join() {
      Sync.await(look);
      return "";
    }

    private static final class Sync {
      static void await(Runnable look) {
        look.run();
      }
    }
  }

  private static final class AppSum extends RecursiveAction {
    private final transient Runnable look;

    AppSum(Runnable look) {
      this.look = look;
    }

    @Override
    protected void compute() {
      look.run();
    }
  }

  private static final class AppJobs {
    void start(Runnable look) {
      Job.run(look);
    }

    private static final class Job {
      static void run(Runnable look) {
        look.run();
      }
    }
  }

  private static final class AppRunsItself implements Executor {
    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  @Test
  void isWhoHandsATaskToAnExecutorOfTheApplication() {
    App.hands(this::look, new AppDirect());
    assertSite("App.hands");
  }

  @Test
  void isWhoBuildsAPoolOfItsOwnClass() {
    App.builds(this::look).shutdown();
    assertSite("App.builds");
  }

  @Test
  void isWhoAsksAFutureOfItsOwnClassAlsoThroughAClassNestedInIt() {
    App.asks(new AppAnswer(this::look));
    assertSite("App.asks");
  }

  @Test
  void isTheForkJoinTaskThatComputes() {
    App.computes(new AppSum(this::look));
    assertSite("AppSum.compute");
  }

  @Test
  void isTheNestedClassItselfWhereTheOuterOneIsNoExecutor() {
    new AppJobs().start(this::look);
    assertSite("AppJobs$Job.run");
  }

  @Test
  void isTheExecutorItselfWhereNoOtherLineOfTheApplicationIsMet() {
    new AppRunsItself().execute(this::look);
    assertSite("AppRunsItself.execute");
  }

  @Test
  void isNotWhoRunsTheWorkersOfAPool() throws InterruptedException {
    CountDownLatch looked = new CountDownLatch(2);
    AppPool pool =
        App.builds(
            () -> {
              look();
              looked.countDown();
            });
    pool.execute(() -> {});
    assertThat(looked.await(10, TimeUnit.SECONDS)).isTrue();
    pool.shutdown();
    assertSite("AppPool.afterExecute");
  }
}
