package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.console.Redaction;
import dev.snarl.console.Report;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report}: the console in one file, to attach to a ticket. */
@Command(name = "report", description = "Write what the console shows into one HTML file.")
final class ReportCommand implements Callable<Integer> {
  private final Here here;

  @Mixin private Target target = new Target();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "the file to write; it must not exist")
  private Path output = Path.of("");

  @Option(names = "--redact", description = "replace the application's names by pseudonyms")
  private boolean redact;

  @Option(
      names = "--heap",
      paramLabel = "DUMP",
      description = "also what fills the heap of this dump, who waits in it, and who never goes on")
  private @Nullable Path dump;

  @Mixin private DumpFiles files = new DumpFiles();

  @Option(
      names = "--json",
      description = "write the JSON that the report holds, not the page, and print a JSON object")
  private boolean json;

  ReportCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    NewFile.check(output);
    if (dump == null && files.any()) {
      throw Failure.usage("--threads and --compiled come with the dump that --heap names");
    }
    Remote remote = target.open(here);
    JsonObject answers = new JsonObject();
    for (String part : Report.PARTS) {
      answers.add(part, remote.get("api/" + part));
    }
    if (dump != null) {
      answers.add("dump", new DumpPart(here, dump, files).read());
    }
    JsonObject shown = redact ? Redaction.of(answers) : answers;
    NewFile.write(output, json ? shown + "\n" : Report.of(shown).html());
    here.say(json ? Json.of("wrote", output.toString()) : "wrote " + output);
    return ExitCode.FINE;
  }
}
