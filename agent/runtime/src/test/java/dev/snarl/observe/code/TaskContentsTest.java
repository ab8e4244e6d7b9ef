package dev.snarl.observe.code;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.live.Places;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class TaskContentsTest {
  private static final String HERE = TaskContentsTest.class.getName();

  private final TaskContents contents = new TaskContents();
  private final CountDownLatch latch = new CountDownLatch(1);

  private record Waker(Semaphore permits) implements Runnable {
    @Override
    public void run() {
      permits.release();
    }
  }

  private record Context(Runnable task) implements Runnable {
    @Override
    public void run() {
      task.run();
    }
  }

  private List<String> kinds(Object task, Object... wanted) {
    Set<Object> all = Collections.newSetFromMap(new IdentityHashMap<>());
    Collections.addAll(all, wanted);
    List<String> kinds = new ArrayList<>();
    contents.find(
        task, all::contains, (found, kind, whole, code) -> kinds.add(TaskContents.task(kind)));
    return kinds;
  }

  private static Object sync(Object synchronizer) {
    return requireNonNull(Places.object(synchronizer, "sync"));
  }

  private static void use(CountDownLatch latch) {
    latch.countDown();
  }

  @Test
  void theMethodOfALambdaIsItsKind() {
    CountDownLatch local = latch;
    Runnable reference = local::countDown;
    Runnable lambda = () -> use(local);
    assertThat(kinds(reference, sync(local)))
        .containsExactly("java.util.concurrent.CountDownLatch.countDown");
    assertThat(kinds(lambda, sync(local)))
        .singleElement()
        .asString()
        .startsWith(HERE + ".lambda$theMethodOfALambdaIsItsKind$");
    assertThat(kinds(lambda, sync(new CountDownLatch(1)))).isEmpty();
  }

  @Test
  void whatExecutorsMakeOfATaskIsOpened() {
    Semaphore permits = new Semaphore(0);
    Waker waker = new Waker(permits);
    String kind = Waker.class.getName();
    assertThat(kinds(waker, sync(permits))).containsExactly(kind);
    assertThat(kinds(new FutureTask<>(waker, null), sync(permits))).containsExactly(kind);
    assertThat(kinds(new Context(waker), sync(permits))).containsExactly(kind);
    List<Runnable> tasks = new ArrayList<>();
    CompletableFuture<Void> future = CompletableFuture.runAsync(waker, tasks::add);
    assertThat(future).isNotDone();
    assertThat(kinds(tasks.get(0), sync(permits))).containsExactly(kind);
  }

  @Test
  void whatDependsOnATaskRunsAfterIt() {
    Semaphore permits = new Semaphore(0);
    List<Runnable> tasks = new ArrayList<>();
    CompletableFuture<Void> last =
        CompletableFuture.runAsync(() -> {}, tasks::add)
            .thenApply(x -> "x")
            .thenRun(new Waker(permits));
    assertThat(last).isNotDone();
    assertThat(kinds(tasks.get(0), sync(permits))).containsExactly(Waker.class.getName());
  }

  @Test
  void theQueueOfACompletionServiceIsThatOfItsTasks() {
    List<Runnable> tasks = new ArrayList<>();
    LinkedBlockingQueue<Future<String>> done = new LinkedBlockingQueue<>();
    Callable<String> part = () -> "a";
    new ExecutorCompletionService<>(tasks::add, done).submit(part);
    Object notEmpty = requireNonNull(Places.object(done, "notEmpty"));
    assertThat(kinds(tasks.get(0), notEmpty))
        .singleElement()
        .asString()
        .startsWith(HERE + ".lambda$theQueueOfACompletionServiceIsThatOfItsTasks$");
  }

  /** As the blocking subscriber of Reactor, RxJava and Mutiny. */
  private static final class LastStage extends CountDownLatch {
    LastStage() {
      super(1);
    }
  }

  private record Stage(Object actual) {}

  private record Subscription(Object downstream) implements Runnable {
    @Override
    public void run() {}
  }

  @Test
  void theEndOfAReactivePipelineIsFound() {
    LastStage last = new LastStage();
    Runnable direct = new Subscription(last);
    Runnable long_ = new Subscription(new Stage(new Stage(new Stage(last))));
    assertThat(contents.holds(direct, held -> held == sync(last))).isTrue();
    assertThat(contents.holds(long_, held -> held == sync(last))).isTrue();
    assertThat(contents.holds(long_, held -> held == sync(new LastStage()))).isFalse();
  }

  @Test
  void whatItReachesThroughOtherObjectsIsNotItsOwn() {
    Runnable throughThis = () -> use(latch); // a field of the test, not of the task
    assertThat(kinds(throughThis, sync(latch))).isEmpty();
    assertThat(kinds(new Thread(latch::countDown), sync(latch))).isEmpty();
    assertThat(kinds("no task", sync(latch))).isEmpty();
  }

  @Test
  void whereTheWaiterGaveTheTaskOneObjectFurtherIsLookedAt() {
    Runnable throughThis = () -> use(latch);
    assertThat(contents.holds(throughThis, held -> held == sync(latch))).isTrue();
    assertThat(contents.holds(new Context(throughThis), held -> held == latch)).isTrue();
    assertThat(contents.holds(throughThis, held -> held == throughThis)).isTrue();
    assertThat(contents.holds(throughThis, held -> held == sync(new CountDownLatch(1)))).isFalse();
  }

  /** As a service whose latch is a field. */
  private static class Order {
    final CountDownLatch reserved = new CountDownLatch(1);
    final CountDownLatch paid = new CountDownLatch(1);

    void reserve() {
      reserved.countDown();
    }

    long read(CountDownLatch latch) {
      return latch.getCount() + reserved.getCount();
    }
  }

  private record Service(Order order) {
    void reserve() {
      order.reserve();
    }
  }

  private static final CountDownLatch SHARED = new CountDownLatch(1);

  /** Codes are read in turns. */
  private List<String> kindsOnceRead(Object task, Object wanted) throws InterruptedException {
    TaskCode code = contents.codes.of(task.getClass());
    for (int i = 0; i < 500 && code.equals(TaskCode.UNKNOWN); i++) {
      Thread.sleep(10);
      code = contents.codes.of(task.getClass());
    }
    assertThat(code).isNotEqualTo(TaskCode.UNKNOWN);
    return kinds(task, wanted);
  }

  @Test
  void whatItsCodeEndsThroughOtherObjectsIsItsOwn() throws InterruptedException {
    Order order = new Order();
    Service service = new Service(order);
    Runnable direct = () -> order.reserve();
    Runnable through = () -> service.reserve();
    assertThat(kindsOnceRead(direct, sync(order.reserved))).hasSize(1);
    assertThat(kindsOnceRead(through, sync(order.reserved))).hasSize(1);
    assertThat(kindsOnceRead(through, sync(order.paid))).isEmpty();
    assertThat(kindsOnceRead(through, sync(new Order().reserved))).isEmpty();
  }

  @Test
  void whoIsWhereATaskEndsWaitsRunsSuchATask() throws InterruptedException {
    Order order = new Order();
    Runnable task = () -> order.reserve();
    assertThat(kindsOnceRead(task, sync(order.reserved))).hasSize(1);
    List<String> kinds = new ArrayList<>();
    contents.find(
        task,
        Set.of(sync(order.reserved))::contains,
        (found, kind, whole, code) -> kinds.add(kind));
    String kind = kinds.get(0);
    assertThat(TaskContents.runs(kind, List.of(Order.class.getName() + ".reserve"))).isTrue();
    assertThat(TaskContents.runs(kind, List.of(TaskContents.task(kind)))).isTrue();
    assertThat(TaskContents.runs(kind, List.of(Order.class.getName() + ".read"))).isFalse();
  }

  @Test
  void whatItsCodeOnlyReadsIsNotItsOwn() throws InterruptedException {
    Order order = new Order();
    CountDownLatch local = order.reserved;
    Runnable reads = () -> order.read(local);
    Runnable counts = () -> use(local);
    assertThat(kindsOnceRead(reads, sync(local))).isEmpty();
    assertThat(kindsOnceRead(counts, sync(local))).hasSize(1);
  }

  @Test
  void staticFieldsOfTheClassAroundItAreLookedAt() throws InterruptedException {
    Runnable counts = () -> SHARED.countDown();
    Runnable reads = () -> assertThat(SHARED.getCount()).isZero();
    assertThat(kindsOnceRead(counts, sync(SHARED))).hasSize(1);
    assertThat(kindsOnceRead(reads, sync(SHARED))).isEmpty();
  }

  /** Refers to itself, over and over. */
  @SuppressWarnings("UnusedVariable") // read by their places
  private static final class Tangled implements Runnable {
    private final Runnable a = this;
    private final Runnable b = this;
    private final Runnable c = this;
    private final Runnable d = this;
    private final Runnable e = this;
    private final Runnable f = this;
    private final Runnable g = this;
    private final Runnable h = this;

    @Override
    public void run() {}
  }

  @Test
  void tasksThatReferToOneAnotherAreNotFollowedForEver() {
    int[] asked = {0};
    contents.holds(new Tangled(), held -> asked[0]++ < 0);
    assertThat(asked[0]).isBetween(8, 1_000);
  }
}
