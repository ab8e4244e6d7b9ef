package dev.snarl.junit;

import java.lang.reflect.Method;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Attaches the agent before the first test and notes which test runs when, of each engine. What no
 * extension has reported, such as findings in tests of JUnit 4, fails at the end of the session.
 */
public final class SnarlListener implements TestExecutionListener, LauncherSessionListener {
  private static final AtomicInteger SESSIONS = new AtomicInteger();

  /** JUnit creates it. */
  public SnarlListener() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    SESSIONS.incrementAndGet();
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    Watch watch = Watch.current();
    if (SESSIONS.decrementAndGet() == 0 && watch != null) {
      watch.failRun();
    }
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    Watch.begin(Settings.of(plan.getConfigurationParameters()::get));
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    Watch watch = Watch.current();
    TestSource source = test.getSource().orElse(null);
    Class<?> type = watch == null || source == null ? null : type(source);
    if (watch != null && type != null) {
      watch.began(
          new Execution(
              test.getUniqueId(),
              test.getDisplayName(),
              test.isTest(),
              type,
              source instanceof MethodSource method ? method(method) : null,
              Thread.currentThread().getName(),
              Instant.now()));
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Watch watch = Watch.current();
    if (watch != null) {
      watch.ended(test.getUniqueId(), result.getStatus() == TestExecutionResult.Status.SUCCESSFUL);
    }
  }

  private static @Nullable Class<?> type(TestSource source) {
    try {
      return source instanceof MethodSource method
          ? method.getJavaClass()
          : source instanceof ClassSource type ? type.getJavaClass() : null;
    } catch (JUnitException notFound) {
      return null;
    }
  }

  private static @Nullable Method method(MethodSource source) {
    try {
      return source.getJavaMethod();
    } catch (JUnitException notFound) {
      return null;
    }
  }
}
