package dev.snarl.tests.programs;

import java.io.IOException;

/** Interrupts every thread that it can reach, its own group's and all others, when told to. */
public final class Interrupting {
  private Interrupting() {}

  public static void main(String[] args) throws IOException {
    System.out.println("threads " + Thread.activeCount());
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    while (all.getParent() != null) {
      all = all.getParent();
    }
    System.out.println("running");
    while (System.in.read() == '\n') {
      all.interrupt();
      boolean cleared = Thread.interrupted();
      System.out.println("interrupted " + cleared);
    }
  }
}
