package dev.snarl.tests.contract;

import java.util.List;

/**
 * What an application does long after its start: it builds what others might look at, waits until
 * its standard input ends, and then says who looked, and whether the JDK still listens to what only
 * its first user may set.
 */
public final class Meanwhile {
  private Meanwhile() {}

  public static void main(String[] args) throws Exception {
    Looked looked = new Looked();
    Reachable reachable = new Reachable();
    System.out.println("built");
    while (System.in.read() >= 0) {
      // Whoever started this decides how long that is.
    }
    looked.run(new Checks("looked at"));
    reachable.run(new Checks("reachable"));
    for (Checks.Group group : List.<Checks.Group>of(new LateSettings())) {
      group.run(new Checks("set late"));
    }
    System.exit(0);
  }
}
