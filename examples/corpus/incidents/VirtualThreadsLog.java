/*
 * claim: virtual threads pinned by a monitor wait for the lock of Logback's appender, whose holder has no carrier left to go on (sboesebeck/morphium#234)
 * jdk: 21..23
 * flags: -Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2
 * expect: carrier-starvation critical at LOG
 * libraries: ch.qos.logback:logback-classic:1.5.18
 * seconds: 14
 */
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.OutputStream;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.slf4j.LoggerFactory;

public class VirtualThreadsLog {
  static final Object[] dispatchers = {new Object(), new Object(), new Object(), new Object()};

  /** Standard output through a pipe that is read slowly: a write unmounts its virtual thread. */
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

  public static void main(String[] args) throws Exception {
    Logger logger = logger();
    Executor virtual =
        (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    virtual.execute(() -> logger.info("the holder of the appender's lock"));
    Thread.sleep(150);
    for (Object dispatcher : dispatchers) {
      virtual.execute(() -> dispatch(logger, dispatcher));
    }
    Thread.sleep(12_000);
    System.exit(0);
  }

  static void dispatch(Logger logger, Object dispatcher) {
    synchronized (dispatcher) {
      logger.info("an event"); // <LOG>
    }
  }
}
