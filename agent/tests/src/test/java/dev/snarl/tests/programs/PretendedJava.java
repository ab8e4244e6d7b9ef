package dev.snarl.tests.programs;

/** An agent that makes its JVM say that it is of the version in the argument. */
public final class PretendedJava {

  private PretendedJava() {}

  public static void premain(String version) {
    System.setProperty("java.specification.version", version);
  }
}
