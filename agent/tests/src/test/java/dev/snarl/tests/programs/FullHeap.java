package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps five sixths of its heap in use, and ends when its standard input does. */
public final class FullHeap {
  private FullHeap() {}

  public static void main(String[] args) throws IOException {
    List<byte[]> kept = new ArrayList<>();
    long most = Runtime.getRuntime().maxMemory() / 6 * 5;
    for (long used = 0; used < most; used += 1 << 18) {
      kept.add(new byte[1 << 18]);
    }
    System.out.println("kept " + kept.size());
    Hello.awaitEnd();
    System.exit(kept.isEmpty() ? 1 : 0);
  }
}
