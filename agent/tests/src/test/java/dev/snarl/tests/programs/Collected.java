package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Has its heap collected a few times, some of it as a whole, then stands still. */
public final class Collected {
  private static final List<byte[]> KEPT = new ArrayList<>();

  private Collected() {}

  public static void main(String[] arguments) throws IOException {
    for (int i = 0; i < 1_500; i++) {
      byte[] garbage = new byte[100_000];
      if (i % 20 == 0) {
        KEPT.add(garbage);
      }
    }
    System.gc();
    System.out.println("still");
    while (System.in.read() >= 0) {
      // until the other side closes
    }
    System.out.println(KEPT.size());
  }
}
