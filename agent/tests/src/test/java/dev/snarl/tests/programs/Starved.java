package dev.snarl.tests.programs;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Comes by every hook with no file descriptor left to the process. */
public final class Starved {
  private Starved() {}

  public static void main(String[] args) throws Exception {
    List<FileInputStream> held = new ArrayList<>();
    EveryHook.run(); // until the agent has loaded what it needs
    try {
      while (true) {
        held.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException none) {
      System.out.println("no descriptor left");
    }
    EveryHook.run();
    for (FileInputStream file : held) {
      file.close();
    }
    System.out.println("done");
    Hello.awaitEnd();
  }
}
