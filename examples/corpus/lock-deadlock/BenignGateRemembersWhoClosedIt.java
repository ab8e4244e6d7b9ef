/*
 * claim: a gate keeps the thread that closed it as its owner, and any other thread may open it; the
 *   JVM's own detector reports a deadlock here
 * twin of: lock-deadlock
 */
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class BenignGateRemembersWhoClosedIt {
  static final class Gate extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    void close() {
      setExclusiveOwnerThread(Thread.currentThread());
      setState(1);
    }

    @Override
    protected boolean tryAcquire(int n) {
      return getState() == 0;
    }

    @Override
    protected boolean tryRelease(int n) {
      setState(0);
      return true;
    }
  }

  static final Gate gate = new Gate();

  public static void main(String[] args) throws Exception {
    Thread passer = new Thread(() -> gate.acquire(1), "passer");
    Thread closer = new Thread(() -> closeAndJoin(passer), "closer");
    closer.start();
    Thread.sleep(7_000);
    gate.release(1);
    closer.join();
  }

  static void closeAndJoin(Thread passer) {
    gate.close();
    passer.start();
    try {
      passer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
