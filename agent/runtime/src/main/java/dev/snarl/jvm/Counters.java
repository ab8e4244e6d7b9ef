package dev.snarl.jvm;

import org.jspecify.annotations.Nullable;

/** The JVM's performance counters by name, such as {@code sun.gc.collector.0.invocations}. */
public interface Counters {

  /** Null if this JVM has no such number. */
  @Nullable Long number(String name);

  /** Null if this JVM has no such string. */
  @Nullable String text(String name);

  /** {@code perfdata} or {@code jmx}. */
  String source();
}
