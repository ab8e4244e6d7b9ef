package dev.snarl.metrics;

import io.micrometer.common.util.internal.logging.InternalLogger;
import io.micrometer.common.util.internal.logging.InternalLoggerFactory;
import java.lang.reflect.Proxy;

/**
 * Micrometer would log through java.util.logging, and its first line would create the LogManager
 * before the application has chosen one. Its log lines are dropped.
 */
final class QuietLogging extends InternalLoggerFactory {

  /** To be called before any other class of Micrometer is used. */
  static void install() {
    InternalLoggerFactory.setDefaultFactory(new QuietLogging());
  }

  @Override
  protected InternalLogger newInstance(String name) {
    return (InternalLogger)
        Proxy.newProxyInstance(
            InternalLogger.class.getClassLoader(),
            new Class<?>[] {InternalLogger.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name", "toString" -> name;
                  case "equals" -> arguments != null && proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
  }
}
