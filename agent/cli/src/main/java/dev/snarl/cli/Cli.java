package dev.snarl.cli;

import dev.snarl.text.Text;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The entry point of the launcher's {@code main}, in the agent's own loader, on the main thread of
 * a separate JVM. An error is one line and an exit code of the contract.
 */
public final class Cli implements BiFunction<List<String>, Map<String, String>, Integer> {
  /** The commands; a new one is a class with {@code @Command} and a line here. */
  private static List<Object> commands(Here here) {
    return List.of(
        new ListJvms(here),
        new Attach(here),
        new Detach(here),
        new Disable(here),
        new Findings(here),
        new RunCommand(here),
        new Explain(here),
        new Top(here),
        new Doctor(here),
        new ChainsCommand(here),
        new Size(here),
        new JstatCommand(here),
        new ReportCommand(here),
        new CollectCommand(here),
        new Heap(here),
        new LostCommand(here),
        new ThreadsCommand(here),
        new JfrCommand(here),
        new McpCommand(here),
        new Version(here),
        new Completion(here),
        new Help(here));
  }

  /**
   * Runs one command.
   *
   * @param arguments as given to {@code main}
   * @param facts {@code jar}, the path of this file, and {@code version}
   * @return the exit code
   */
  @Override
  public Integer apply(List<String> arguments, Map<String, String> facts) {
    Here here =
        new Here(
            Path.of(facts.getOrDefault("jar", "snarl.jar")),
            facts.getOrDefault("version", ""),
            System.getenv(),
            System.out,
            System.err);
    return run(here, arguments);
  }

  static int run(Here here, List<String> arguments) {
    CommandLine line = new CommandLine(new Root());
    commands(here).forEach(line::addSubcommand);
    if (arguments.isEmpty()) {
      return refuse(here, "no command; " + accepted(line));
    }
    line.setOut(writer(here.out()));
    line.setErr(writer(here.err()));
    line.setParameterExceptionHandler((e, all) -> refuse(here, complaint(e)));
    line.setExecutionExceptionHandler((e, command, result) -> failed(here, e));
    return line.execute(asCommands(arguments).toArray(String[]::new));
  }

  /** Common forms: {@code --help}, {@code COMMAND --help}, {@code --version}. */
  private static List<String> asCommands(List<String> arguments) {
    String first = arguments.get(0);
    if (first.equals("--version")) {
      return List.of("version");
    }
    int end = arguments.indexOf("--"); // behind it is another command, with options of its own
    List<String> ours = end < 0 ? arguments : arguments.subList(0, end);
    if (ours.contains("--help") || ours.contains("-h")) {
      return first.startsWith("-") ? List.of("help") : List.of("help", first);
    }
    return arguments;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
  }

  private static int refuse(Here here, String what) {
    here.complain(what);
    return ExitCode.USAGE;
  }

  private static int failed(Here here, Exception e) {
    if (e instanceof Failure failure) {
      here.complain(String.valueOf(failure.getMessage()));
      return failure.code();
    }
    here.complain("an error of its own: " + e);
    return ExitCode.UNREACHABLE;
  }

  /** What is wrong, and what is accepted. */
  private static String complaint(ParameterException e) {
    CommandLine line = e.getCommandLine();
    boolean root = line.getParent() == null;
    if (root && e instanceof UnmatchedArgumentException unmatched) {
      return "unknown command "
          + Text.oneLine(unmatched.getUnmatched().get(0), 80)
          + "; "
          + accepted(line);
    }
    String message = Text.oneLine(String.valueOf(e.getMessage()), 300);
    if (e.getCause() instanceof TypeConversionException) {
      return message;
    }
    return message + "; " + (root ? accepted(line) : usage(line));
  }

  private static String accepted(CommandLine root) {
    return "usage: java -jar snarl.jar "
        + root.getSubcommands().keySet().stream().collect(Collectors.joining(" | "))
        + "; help COMMAND says more";
  }

  private static String usage(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    String synopsis = line.getHelp().synopsis(0).strip().replaceAll("\\s+", " ");
    return "usage: java -jar " + (synopsis.isEmpty() ? spec.qualifiedName() : synopsis);
  }

  /** The root has no work of its own. */
  @Command(
      name = "snarl.jar",
      description = "Finds the tangles in asynchronous JVM code.",
      synopsisSubcommandLabel = "COMMAND",
      footer = {
        "",
        "TARGET is the process id of a JVM in which the agent runs, or the agent's address.",
        "Exit codes: 0 fine, 1 findings at or above --fail-on, 2 usage, 3 unreachable or unreadable."
      })
  private static final class Root implements Runnable {
    @Override
    public void run() {}
  }
}
