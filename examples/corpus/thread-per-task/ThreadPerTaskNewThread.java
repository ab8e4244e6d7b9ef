/*
 * claim: a new thread for each message
 * expect: thread-per-task warning at START
 */
public class ThreadPerTaskNewThread {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      new Thread(ThreadPerTaskNewThread::send, "send-" + i).start(); // <START>
      Thread.sleep(200);
    }
  }

  static void send() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
