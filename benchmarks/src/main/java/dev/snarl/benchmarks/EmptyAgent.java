package dev.snarl.benchmarks;

/**
 * A Java agent that does nothing: what the JVM itself makes every agent cost. From JDK 21 on it
 * takes note of each mount of a virtual thread as soon as there is one
 * (https://bugs.openjdk.org/browse/JDK-8284161).
 */
public final class EmptyAgent {

  private EmptyAgent() {}

  public static void premain(String options) {}
}
