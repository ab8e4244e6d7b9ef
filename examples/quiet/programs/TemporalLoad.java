import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Temporal's server for tests and a worker, with eight clients that run workflows for some seconds; idle from then on: SECONDS. */
public class TemporalLoad {
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  @WorkflowInterface
  public interface Order {
    @WorkflowMethod
    int place(int n);
  }

  @ActivityInterface
  public interface Steps {
    int step(int n);
  }

  /** Two steps at once, a pause, and one more. */
  public static class OrderWorkflow implements Order {
    private final Steps steps = Workflow.newActivityStub(Steps.class, ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(30)).build());

    @Override
    public int place(int n) {
      Promise<Integer> one = Async.function(steps::step, n);
      Promise<Integer> two = Async.function(steps::step, n + 1);
      int both = one.get() + two.get();
      Workflow.sleep(Duration.ofMillis(200));
      return steps.step(both);
    }
  }

  /** A step waits as a call to another service does. */
  public static class SlowSteps implements Steps {
    @Override
    public int step(int n) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return n + 1;
    }
  }

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder().setUseTimeskipping(false).build());
    Worker worker = server.newWorker("orders");
    worker.registerWorkflowImplementationTypes(OrderWorkflow.class);
    worker.registerActivitiesImplementations(new SlowSteps());
    server.start();
    System.out.println("the worker polls");
    Thread[] clients = new Thread[8];
    for (int i = 0; i < clients.length; i++) {
      int first = i * 1_000_000;
      clients[i] = new Thread(() -> work(server, first, end), "client-" + i);
      clients[i].start();
    }
    for (Thread client : clients) {
      client.join();
    }
    System.out.println("loaded: " + done + " workflows, " + failed + " failed");
    Thread.currentThread().join();
  }

  private static void work(TestWorkflowEnvironment server, int first, long end) {
    for (int n = first; System.nanoTime() < end; n++) {
      Order order = server.getWorkflowClient().newWorkflowStub(Order.class, WorkflowOptions.newBuilder().setTaskQueue("orders").build());
      (order.place(n) == 2 * n + 4 ? done : failed).increment();
    }
  }
}
