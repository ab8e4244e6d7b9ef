package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code help}: of all commands, or of one. */
@Command(name = "help", description = "Print the commands, or what one takes.")
final class Help implements Callable<Integer> {
  private final Here here;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "one command")
  private @Nullable String command;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Help(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    CommandLine root = spec.root().commandLine();
    CommandLine one = command == null ? root : root.getSubcommands().get(command);
    if (one == null) {
      throw Failure.usage("there is no command " + command + "; help prints those that there are");
    }
    if (json) {
      Collection<CommandLine> all = command == null ? root.getSubcommands().values() : List.of(one);
      JsonArray items = new JsonArray();
      all.forEach(each -> items.add(object(each.getCommandSpec())));
      JsonObject object = new JsonObject();
      object.add("items", items);
      here.out().println(object);
    } else {
      here.out().print(one.getUsageMessage(Ansi.OFF));
      here.out().flush();
    }
    return ExitCode.FINE;
  }

  private static JsonObject object(CommandSpec command) {
    JsonObject object = new JsonObject();
    object.addProperty("name", command.name());
    object.addProperty("description", String.join(" ", command.usageMessage().description()));
    JsonArray options = new JsonArray();
    for (OptionSpec option : command.options()) {
      JsonObject item = new JsonObject();
      item.addProperty("name", option.longestName());
      item.addProperty("description", String.join(" ", option.description()));
      options.add(item);
    }
    object.add("options", options);
    return object;
  }
}
