package dev.snarl.tests.programs;

import java.util.concurrent.LinkedBlockingQueue;

/** Waits ten times for a future of its own, whose jobs run on a pool of its own. */
public final class OwnFutures {
  private OwnFutures() {}

  public static void main(String[] args) throws Exception {
    Crew crew = new Crew(1);
    for (int i = 0; i < 10; i++) {
      Reply reply = new LateReply();
      crew.hand(() -> reply.set(pause()));
      asked(reply);
    }
    System.out.println("waited");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void asked(Reply reply) throws InterruptedException {
    reply.await();
  }

  private static String pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "done";
  }

  /** What is declared. */
  public abstract static class Reply {
    private Object value = "";
    private boolean done;

    final synchronized void set(Object computed) {
      value = computed;
      done = true;
      notifyAll();
    }

    final synchronized Object value() throws InterruptedException {
      while (!done) {
        wait();
      }
      return value;
    }

    abstract Object await() throws InterruptedException;
  }

  /** Which waits by a method of its supertype. */
  public static final class LateReply extends Reply {
    @Override
    Object await() throws InterruptedException {
      return value();
    }
  }

  /** A pool. */
  public static final class Crew {
    private final LinkedBlockingQueue<Runnable> jobs = new LinkedBlockingQueue<>();
    private final Thread[] members;

    Crew(int size) {
      members = new Thread[size];
      for (int i = 0; i < size; i++) {
        members[i] = new Thread(this::work, "crew-" + i);
        members[i].setDaemon(true);
        members[i].start();
      }
    }

    void hand(Runnable job) {
      jobs.add(job);
    }

    private void work() {
      try {
        while (true) {
          ran(jobs.take());
        }
      } catch (InterruptedException end) {
        // there is no more to do
      }
    }

    private void ran(Runnable job) {
      job.run();
    }
  }
}
