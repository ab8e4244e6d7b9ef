package dev.snarl.tests.programs;

/** {@link EveryHook} in an application that ends when a thread of anybody's does. */
public final class Strict {
  private Strict() {}

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> Runtime.getRuntime().halt(9));
    EveryHook.main(args);
  }
}
