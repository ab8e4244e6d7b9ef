package dev.snarl.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Fills its heap to the last byte, again and again, and works with futures in between. */
public final class NearlyFull {
  private NearlyFull() {}

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    int full = 0;
    int worked = 0;
    for (int i = 0; i < 20; i++) {
      full += fill();
      worked += pool.submit(() -> EveryHook.slow("ok")).get().equals("ok") ? 1 : 0;
    }
    pool.shutdown();
    System.out.println("full " + full + " times, worked " + worked);
    EveryHook.main(args);
  }

  private static int fill() {
    List<byte[]> all = new ArrayList<>();
    try {
      for (int size = 1 << 20; ; all.add(new byte[size])) {
        size = all.size() % 64 == 63 ? Math.max(1 << 10, size / 2) : size;
      }
    } catch (OutOfMemoryError full) {
      all = List.of();
      return all.isEmpty() ? 1 : 0;
    }
  }
}
