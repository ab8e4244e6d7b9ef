package dev.snarl.tests.programs;

/** Says whether there is a probe, without which nothing can be woven, and comes by every hook. */
public final class Unwoven {
  private Unwoven() {}

  public static void main(String[] args) throws Exception {
    boolean woven = true;
    try {
      Class.forName("java.util.concurrent.SnarlProbe", false, null);
    } catch (ClassNotFoundException none) {
      woven = false;
    }
    System.out.println("woven " + woven);
    System.out.println("threads " + Thread.activeCount());
    EveryHook.main(args);
  }
}
