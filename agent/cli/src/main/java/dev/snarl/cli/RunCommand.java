package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run}: a command of a pipeline with the agent in the JVMs that it starts. */
@Command(
    name = "run",
    description =
        "Run a command with the agent in its JVMs, and fail if there were findings: run [options]"
            + " -- COMMAND…")
final class RunCommand implements Callable<Integer> {
  private final Here here;

  @Mixin private FailOn failOn = new FailOn();

  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "behind --, with its arguments")
  private List<String> command = List.of();

  @Option(
      names = "--option",
      paramLabel = "KEY=VALUE",
      description = "an option of the agent, see docs/options.md; may be repeated")
  private List<String> options = new ArrayList<>();

  @Option(names = "--junit", paramLabel = "FILE", description = "write JUnit's XML")
  private @Nullable Path junit;

  @Option(names = "--sarif", paramLabel = "FILE", description = "write SARIF 2.1.0")
  private @Nullable Path sarif;

  @Option(names = "--markdown", paramLabel = "FILE", description = "write a summary in Markdown")
  private @Nullable Path markdown;

  @Option(names = "--json", description = "print a JSON object at the end")
  private boolean json;

  RunCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure, IOException {
    failOn.severity();
    Path folder = Files.createTempDirectory("snarl-run");
    Path file = folder.resolve("findings.jsonl");
    try {
      int ended = new WatchedCommand(here.jar(), file, options).run(command);
      if (!Files.exists(file)) {
        here.complain(
            "no JVM of the command was judged: none started the agent, or none ran for a second");
        return ended == 0 ? ExitCode.UNREACHABLE : ended;
      }
      RunFindings findings = RunFindings.read(file);
      write(junit, JUnitXml.of(findings, failOn));
      write(sarif, Sarif.of(findings, here.version()));
      write(markdown, MarkdownSummary.of(findings));
      int code = failOn.code(findings.worst());
      show(findings, ended);
      return code == ExitCode.FINE ? ended : code;
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  /** On standard error: standard output is the command's. */
  private void show(RunFindings findings, int ended) {
    if (json) {
      JsonObject all = new JsonObject();
      all.addProperty("exit", ended);
      JsonArray items = new JsonArray();
      findings.items().forEach(items::add);
      all.add("items", items);
      here.out().println(all);
      return;
    }
    Here errors = new Here(here.jar(), here.version(), here.environment(), here.err(), here.err());
    findings.items().forEach(item -> Findings.show(errors, item));
    int count = findings.items().size();
    here.complain(
        "the command ended with %d and had %s"
            .formatted(
                ended, count == 1 ? "1 finding" : (count == 0 ? "no" : count) + " findings"));
  }

  private static void write(@Nullable Path file, String text) throws Failure, IOException {
    if (file != null) {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.deleteIfExists(file);
      NewFile.write(file, text);
    }
  }
}
