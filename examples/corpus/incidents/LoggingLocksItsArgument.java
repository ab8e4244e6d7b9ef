/*
 * claim: an appender of Logback, synchronized, asks an object for its text, which takes the lock under which another thread logs (jetty/jetty.project#8354)
 * expect: lock-deadlock critical at LOG or TEXT
 * libraries: ch.qos.logback:logback-classic:1.2.11
 * seconds: 12
 */
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LoggingLocksItsArgument {
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
      lock.lock(); // <TEXT>
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
        logger.info("selected"); // <LOG>
      } finally {
        lock.unlock();
      }
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
    Thread.sleep(10_000);
    System.exit(0);
  }

  static void repeat(Runnable step) {
    while (!Thread.currentThread().isInterrupted()) {
      step.run();
    }
  }
}
