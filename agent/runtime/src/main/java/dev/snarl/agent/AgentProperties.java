package dev.snarl.agent;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's agent properties: an attaching process may read them, and the application does not see
 * them among its system properties. The JMX agent publishes its address in the same way. Without
 * them, only the line that {@code attach} prints is missing.
 */
final class AgentProperties {

  private static final String STATE = "dev.snarl.state";

  private final Instrumentation instrumentation;
  private volatile @Nullable Properties known;

  AgentProperties(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Empty while the agent starts, then its ready line; null removes it. */
  void state(@Nullable String line) {
    try {
      Properties all = properties();
      if (line == null) {
        all.remove(STATE);
      } else {
        all.setProperty(STATE, line);
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unavailable) {
      // Only the attaching process lacks it; stderr has the line too.
    }
  }

  private Properties properties() throws ReflectiveOperationException {
    Properties all = known;
    if (all == null) {
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of("jdk.internal.vm", Set.of(AgentProperties.class.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      Class<?> support = Class.forName("jdk.internal.vm.VMSupport");
      all = (Properties) support.getMethod("getAgentProperties").invoke(null);
      known = all;
    }
    return all;
  }
}
