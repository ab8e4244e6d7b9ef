/*
 * claim: a dispatcher gives each event to a worker and takes the next from its queue, into which
 *   workers put events too; a submitter waits for one of the permits that running jobs give back
 * twin of: async-blocking-pair
 * seconds: 16
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

public class BenignDispatcherAtItsQueue {
  static final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  static final Semaphore permits = new Semaphore(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(8);

  public static void main(String[] args) throws Exception {
    Thread dispatcher = new Thread(BenignDispatcherAtItsQueue::dispatch, "dispatcher");
    Thread submitter = new Thread(BenignDispatcherAtItsQueue::submit, "submitter");
    dispatcher.start();
    submitter.start();
    events.add("first");
    Thread.sleep(15_000);
    dispatcher.interrupt();
    submitter.interrupt();
    dispatcher.join();
    submitter.join();
    workers.shutdown();
  }

  static void dispatch() {
    try {
      while (true) {
        String event = events.take();
        workers.execute(() -> handle(event));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void handle(String event) {
    pause(300);
    events.add("after " + event.substring(0, 4));
  }

  static void submit() {
    try {
      while (true) {
        permits.acquire();
        workers.execute(BenignDispatcherAtItsQueue::job);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void job() {
    pause(500);
    permits.release();
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
