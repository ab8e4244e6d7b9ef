package dev.snarl.jvm;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs a diagnostic command of the JVM, as {@code jcmd} does, without a management server. */
public final class DiagnosticCommand {
  private final Instrumentation instrumentation;

  public DiagnosticCommand(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** What it prints; null if this JVM has no such command. */
  public @Nullable String run(String command) {
    try {
      Class<?> type = Class.forName("com.sun.management.internal.DiagnosticCommandImpl");
      instrumentation.redefineModule(
          type.getModule(),
          Set.of(),
          Map.of(),
          Map.of(type.getPackageName(), Set.of(DiagnosticCommand.class.getModule())),
          Set.of(),
          Map.of());
      Method find = type.getDeclaredMethod("getDiagnosticCommandMBean");
      find.setAccessible(true);
      Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
      execute.setAccessible(true);
      return execute.invoke(find.invoke(null), command) instanceof String text ? text : null;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unavailable) {
      return null;
    }
  }
}
