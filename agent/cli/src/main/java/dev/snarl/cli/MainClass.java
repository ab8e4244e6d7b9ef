package dev.snarl.cli;

import dev.snarl.text.Text;

/**
 * The program of a JVM in one word, from its published command line: the main class, or the name of
 * the jar. Folders, a module's name and arguments are left out: they are long, and arguments may be
 * secrets.
 */
final class MainClass {
  private static final int LONGEST = 80;

  private MainClass() {}

  static String of(String command) {
    String first = command.strip().split("\\s", 2)[0];
    // The path of a jar may hold blanks.
    int jar = first.contains("/") ? command.indexOf(".jar") : -1;
    String what = jar < 0 ? first : command.substring(0, jar + ".jar".length());
    String name = what.substring(Math.max(what.lastIndexOf('/'), what.lastIndexOf('\\')) + 1);
    return Text.oneLine(name.strip(), LONGEST);
  }
}
