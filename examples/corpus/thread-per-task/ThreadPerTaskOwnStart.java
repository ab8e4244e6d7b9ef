/*
 * claim: a new thread for each message, of a class that overrides start(): the line is that which calls it
 * expect: thread-per-task warning at START
 */
public class ThreadPerTaskOwnStart extends Thread {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      new ThreadPerTaskOwnStart().start(); // <START>
      Thread.sleep(200);
    }
  }

  @Override
  public synchronized void start() {
    setDaemon(true);
    super.start();
  }

  @Override
  public void run() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
