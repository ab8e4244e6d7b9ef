package dev.snarl.cli;

import dev.snarl.text.Text;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * The environment of a command.
 *
 * @param jar the file that is running
 * @param version of Snarl
 * @param environment environment variables
 */
record Here(
    Path jar, String version, Map<String, String> environment, PrintStream out, PrintStream err) {
  Here {
    environment = Map.copyOf(environment);
  }

  private static final int LONGEST = 1_000;

  /** One line on standard error. */
  void complain(String what) {
    err.println("snarl: " + Text.oneLine(what, LONGEST));
  }

  /** One line on standard output, whatever the source of the text. */
  void say(String line) {
    out.println(Text.oneLine(line, LONGEST));
  }
}
