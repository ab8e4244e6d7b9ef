package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Builds as many pools as its argument says and keeps them. */
public final class KeptPools {
  private KeptPools() {}

  public static void main(String[] args) throws IOException {
    List<ExecutorService> kept = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      kept.add(Executors.newFixedThreadPool(1));
    }
    System.out.println("kept " + kept.size());
    Hello.awaitEnd();
    kept.forEach(ExecutorService::shutdown);
  }
}
