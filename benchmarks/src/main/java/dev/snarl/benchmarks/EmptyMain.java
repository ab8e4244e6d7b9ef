package dev.snarl.benchmarks;

import java.io.IOException;

/**
 * The smallest application there is: says that it runs, then stays until its input ends. {@code
 * benchmarks/startup} times the first line.
 */
public final class EmptyMain {

  private EmptyMain() {}

  public static void main(String[] args) throws IOException {
    System.out.println("main");
    System.out.flush();
    while (System.in.read() >= 0) {
      continue;
    }
  }
}
