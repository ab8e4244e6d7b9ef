package dev.snarl.launcher;

import java.io.File;
import java.io.PrintStream;

/**
 * {@code java -jar snarl.jar COMMAND}. This version knows {@code attach}, {@code detach}, {@code
 * version} and {@code help}. Exit codes as in the contract: 0 fine, 2 usage, 3 unreachable.
 */
public final class Main {

  private static final String USAGE =
      "usage: java -jar snarl.jar attach PID [key=value...] | detach PID | version | help";

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    System.exit(run(arguments, System.out, System.err));
  }

  private static int run(String[] arguments, PrintStream out, PrintStream err) throws Exception {
    String command = arguments.length == 0 ? "" : arguments[0];
    switch (command) {
      case "help":
      case "--help":
        out.println(USAGE);
        return 0;
      case "version":
      case "--version":
        out.println("snarl " + Main.class.getPackage().getImplementationVersion());
        return 0;
      case "attach":
      case "detach":
        if (arguments.length < 2 || !arguments[1].matches("[0-9]{1,10}")) {
          err.println("snarl: " + command + " needs the process id of a JVM; " + USAGE);
          return 2;
        }
        return reach(command, arguments, out, err);
      default:
        err.println(
            "snarl: "
                + (command.isEmpty() ? "no command" : "unknown command " + command)
                + "; "
                + USAGE);
        return 2;
    }
  }

  private static int reach(String command, String[] arguments, PrintStream out, PrintStream err)
      throws Exception {
    StringBuilder options = new StringBuilder("detach".equals(command) ? "detach" : "");
    for (int i = 2; i < arguments.length; i++) {
      options.append(options.length() == 0 ? "" : ",").append(arguments[i]);
    }
    File jar = new File(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    boolean detach = "detach".equals(command);
    try {
      String state = Target.load(arguments[1], jar.getAbsolutePath(), options.toString());
      if (detach == (state == null)) {
        out.println(detach ? "snarl: detached from " + arguments[1] : state);
        return 0;
      }
      err.println(
          "snarl: "
              + (detach ? "still active in" : "did not start in")
              + " JVM "
              + arguments[1]
              + "; its own stderr says why");
    } catch (ClassNotFoundException e) {
      err.println("snarl: this Java has no module jdk.attach; run the command with a JDK");
    } catch (Exception e) {
      err.println("snarl: cannot reach JVM " + arguments[1] + ": " + e.getMessage());
    }
    return 3;
  }
}
