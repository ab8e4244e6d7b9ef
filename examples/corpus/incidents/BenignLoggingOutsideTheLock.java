/*
 * claim: the same server logs what it selected after it has given its lock back
 * twin of: lock-deadlock
 * libraries: ch.qos.logback:logback-classic:1.2.11
 * seconds: 10
 */
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class BenignLoggingOutsideTheLock {
  static final class Memory extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      event.getFormattedMessage();
    }
  }

  static final class Strategy {
    private final ReentrantLock lock = new ReentrantLock();
    private int pending;

    @Override
    public String toString() {
      lock.lock();
      try {
        return "pending " + pending;
      } finally {
        lock.unlock();
      }
    }

    void select(Logger logger) {
      lock.lock();
      try {
        pending++;
      } finally {
        lock.unlock();
      }
      logger.info("selected");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LoggerContext context = new LoggerContext();
    Memory memory = new Memory();
    memory.setContext(context);
    memory.start();
    Logger logger = context.getLogger("server");
    logger.addAppender(memory);
    Strategy strategy = new Strategy();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> repeat(() -> logger.info("produce {}", strategy)));
    pool.execute(() -> repeat(() -> strategy.select(logger)));
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void repeat(Runnable step) {
    try {
      while (true) {
        step.run();
        Thread.sleep(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
