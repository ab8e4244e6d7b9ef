/*
 * claim: a wrapped task of a timer takes longer than its own period, and so does one with two tasks in one wrapper
 * twin of: late-timer
 * seconds: 16
 */
import java.util.Timer;
import java.util.TimerTask;

public class BenignSlowWrapped {
  static final class Wrapper extends TimerTask {
    final Runnable body;
    final Runnable after;

    Wrapper(Runnable body, Runnable after) {
      this.body = body;
      this.after = after;
    }

    @Override
    public void run() {
      body.run();
      if (after != null) {
        after.run();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Timer one = new Timer("one");
    Timer two = new Timer("two");
    one.schedule(new Wrapper(BenignSlowWrapped::slow, null), 0, 200);
    two.schedule(new Wrapper(() -> {}, BenignSlowWrapped::slow), 0, 200);
    Thread.sleep(14_000);
    one.cancel();
    two.cancel();
  }

  static void slow() {
    try {
      Thread.sleep(3_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
