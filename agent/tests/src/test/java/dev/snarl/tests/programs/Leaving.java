package dev.snarl.tests.programs;

/** Comes by every hook until its standard input ends; {@link ExitPoint} decides when it ends. */
public final class Leaving {
  private Leaving() {}

  public static void main(String[] args) throws Exception {
    EveryHook.run();
    System.out.println("running");
    Hello.awaitEnd();
    ExitPoint.over();
  }
}
