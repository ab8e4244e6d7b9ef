/*
 * claim: all threads of a pool of the application's own wait for answers of its own, which that pool's queue holds
 * flags: -Dsnarl.hooks=HERE/Own.hooks
 * expect: pool-deadlock critical at WAIT
 * seconds: 12
 */
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class OwnPoolDeadlock {
  static final Crew crew = new Crew(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      crew.call(OwnPoolDeadlock::order);
    }
    TimeUnit.SECONDS.sleep(6);
    System.exit(0);
  }

  static Object order() throws Exception {
    Answer price = crew.call(() -> "9.90");
    return price.await(); // <WAIT>
  }

  static class Crew {
    private final LinkedBlockingQueue<Answer> jobs = new LinkedBlockingQueue<>();
    private final Thread[] members;

    Crew(int size) {
      members = new Thread[size];
      for (int i = 0; i < size; i++) {
        members[i] = new Thread(this::work, "crew-" + i);
        members[i].start();
      }
    }

    Answer call(Callable<Object> job) {
      Answer answer = new Answer(job);
      jobs.add(answer);
      return answer;
    }

    private void work() {
      while (true) {
        try {
          jobs.take().compute();
        } catch (Exception dismissed) {
          return;
        }
      }
    }
  }

  static class Answer {
    private final Callable<Object> job;
    private Object result;

    Answer(Callable<Object> job) {
      this.job = job;
    }

    void compute() throws Exception {
      set(job.call());
    }

    private synchronized void set(Object computed) {
      result = computed;
      notifyAll();
    }

    synchronized Object await() throws InterruptedException {
      while (result == null) {
        wait();
      }
      return result;
    }
  }
}
