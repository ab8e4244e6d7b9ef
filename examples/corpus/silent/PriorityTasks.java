/*
 * claim: tasks that are compared in a priority queue: nobody may wrap them
 * twin of: every rule
 */
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PriorityTasks {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(2, 2, 1, TimeUnit.MINUTES, new PriorityBlockingQueue<>());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      pool.execute(new Task(i % 5));
      pool.execute(new Task(i % 3));
      Thread.sleep(150);
    }
    pool.shutdown();
  }

  record Task(int priority) implements Runnable, Comparable<Task> {
    @Override
    public void run() {
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public int compareTo(Task other) {
      return Integer.compare(priority, other.priority);
    }
  }
}
