package dev.snarl.tests.contract;

/**
 * What an application does long after its start. With the argument "objects" it builds what others
 * might look at, waits until its standard input ends, and says who looked and what is garbage; with
 * "settings" it waits first, and then sets what the JDK takes only from its first user.
 */
public final class Meanwhile {
  private Meanwhile() {}

  public static void main(String[] args) throws Exception {
    boolean objects = args[0].equals("objects");
    Looked looked = objects ? new Looked() : null;
    Reachable reachable = objects ? new Reachable() : null;
    System.out.println("built");
    while (System.in.read() >= 0) {
      // Whoever started this decides how long that is.
    }
    if (looked != null && reachable != null) {
      looked.run(new Checks("looked at"));
      reachable.run(new Checks("reachable"));
    } else {
      new LateSettings().run(new Checks("set late"));
    }
    System.exit(0);
  }
}
