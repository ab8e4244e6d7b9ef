package dev.snarl.junit;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails the test, the class of tests or the run in whose time a finding opened. By {@code
 * ExtendWith} or, with {@code junit.jupiter.extensions.autodetection.enabled=true}, for all tests.
 */
public final class SnarlExtension
    implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

  /** At the end of the engine's run. */
  @SuppressWarnings("deprecation") // From JUnit 5.13 on AutoCloseable alone would do.
  private static final class End
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    @Override
    public void close() {
      Watch watch = Watch.current();
      if (watch != null) {
        watch.failRun();
      }
    }
  }

  /** JUnit creates it. */
  public SnarlExtension() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.create(SnarlExtension.class))
        .getOrComputeIfAbsent(End.class, key -> new End(), End.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Watch watch = Watch.current();
    if (watch != null) {
      watch.failTest(context.getUniqueId());
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Watch watch = Watch.current();
    Class<?> type = context.getRequiredTestClass();
    if (watch != null && type.equals(Execution.outermost(type))) {
      watch.failClass(type);
    }
  }
}
