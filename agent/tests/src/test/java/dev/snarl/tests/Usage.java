package dev.snarl.tests;

import java.util.List;

/** Ends a program of the scripts whose words it cannot take, or that is asked for help. */
public final class Usage {
  private Usage() {}

  public static void end(String usage, String... words) {
    if (List.of(words).contains("--help") || List.of(words).contains("-h")) {
      System.out.println(usage);
      System.exit(0);
    }
    System.err.println(usage);
    System.exit(2);
  }
}
