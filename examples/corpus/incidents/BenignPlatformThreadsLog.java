/*
 * claim: the same events logged by platform threads, as the fix has it (sboesebeck/morphium#236)
 * twin of: carrier-starvation
 * allow: lock-contention warning
 * libraries: ch.qos.logback:logback-classic:1.5.18
 * seconds: 14
 */
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.OutputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.LoggerFactory;

public class BenignPlatformThreadsLog {
  static final Object[] dispatchers = {new Object(), new Object(), new Object(), new Object()};

  static final class SlowPipe extends OutputStream {
    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes, int from, int length) {
      try {
        Thread.sleep(400);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static Logger logger() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%msg%n");
    encoder.start();
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.setOutputStream(new SlowPipe());
    appender.start();
    Logger logger = context.getLogger("events");
    logger.addAppender(appender);
    return logger;
  }

  public static void main(String[] args) throws InterruptedException {
    Logger logger = logger();
    ExecutorService platform = Executors.newFixedThreadPool(5);
    platform.execute(() -> logger.info("the holder of the appender's lock"));
    Thread.sleep(150);
    for (Object dispatcher : dispatchers) {
      platform.execute(() -> dispatch(logger, dispatcher));
    }
    Thread.sleep(12_000);
    System.exit(0);
  }

  static void dispatch(Logger logger, Object dispatcher) {
    synchronized (dispatcher) {
      logger.info("an event");
    }
  }
}
