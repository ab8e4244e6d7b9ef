package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.snarl.rules.Declaration;
import dev.snarl.rules.Rule;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Rules;
import dev.snarl.text.Nearest;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: the manual's page on a rule, or all rules with a sentence each. */
@Command(
    name = "explain",
    description = "Print what a rule's findings mean and what to do; without RULE, all rules.")
final class Explain implements Callable<Integer> {
  private final Here here;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RULE",
      completionCandidates = Ids.class,
      description = "the rule's id, as a finding names it")
  private @Nullable String rule;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Explain(Here here) {
    this.here = here;
  }

  /** The completions for a shell. */
  private static final class Ids implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Rules.ALL.stream().map(Rule::id).iterator();
    }
  }

  @Override
  public Integer call() throws Failure {
    if (rule != null) {
      Declaration one = declared(rule);
      String page = RulePage.text(one.id());
      JsonObject object = object(one);
      object.addProperty("page", page);
      here.out().println(json ? object.toString() : page.strip());
    } else if (json) {
      JsonArray items = new JsonArray();
      Rules.ALL.forEach(each -> items.add(object(each.declaration())));
      JsonObject object = new JsonObject();
      object.add("items", items);
      here.out().println(object);
    } else {
      for (Rule each : Rules.ALL) {
        Declaration one = each.declaration();
        here.say("%-24s %-18s %s".formatted(one.id(), one.severity(), one.sentence()));
      }
    }
    return ExitCode.FINE;
  }

  private static JsonObject object(Declaration one) {
    JsonObject object = new JsonObject();
    object.addProperty("rule", one.id());
    object.addProperty("family", one.family().title());
    object.addProperty("severity", one.severity());
    object.addProperty("sentence", one.sentence());
    object.addProperty("doc", RulePage.path(one.id()));
    return object;
  }

  private static Declaration declared(String wanted) throws Failure {
    List<String> meant = new ArrayList<>();
    Nearest nearest = new Nearest(wanted);
    for (Rule each : Rules.ALL) {
      if (each.id().equals(wanted)) {
        return each.declaration();
      }
      nearest.consider(each.id());
      if (!wanted.isEmpty() && each.id().contains(wanted)) {
        meant.add(each.id());
      }
    }
    String best = nearest.best();
    if (best != null && !meant.contains(best)) {
      meant.add(0, best);
    }
    throw Failure.usage(
        "there is no rule "
            + Text.oneLine(wanted, 80)
            + (meant.isEmpty() ? "" : "; did you mean " + String.join(", ", meant) + "?")
            + "; explain without a rule prints all");
  }
}
