/*
 * claim: a pool of the application's own has more jobs than threads, and those who wait are not among them
 * twin of: pool-deadlock
 * flags: -Dsnarl.hooks=HERE/Own.hooks
 * allow: async-blocking-pair warning
 * seconds: 12
 */
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignOwnPoolBusy {
  static final Crew crew = new Crew(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 20; i++) {
      crew.call(BenignOwnPoolBusy::price).await();
    }
    System.exit(0);
  }

  static Object price() throws InterruptedException {
    Thread.sleep(300);
    return "9.90";
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
