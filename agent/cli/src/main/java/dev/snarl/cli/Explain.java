package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.snarl.rules.RulePage;
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

/** {@code explain}: the page of the manual about a rule, or all rules with a sentence each. */
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

  /** What a shell may complete. */
  private static final class Ids implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return RulePage.all().stream().map(RulePage::rule).iterator();
    }
  }

  @Override
  public Integer call() throws Failure {
    if (rule != null) {
      RulePage page = page(rule);
      JsonObject object = object(page);
      object.addProperty("page", page.text());
      here.out().println(json ? object.toString() : page.text().strip());
    } else if (json) {
      JsonArray items = new JsonArray();
      RulePage.all().forEach(page -> items.add(object(page)));
      JsonObject object = new JsonObject();
      object.add("items", items);
      here.out().println(object);
    } else {
      for (RulePage page : RulePage.all()) {
        here.say("%-24s %-18s %s".formatted(page.rule(), page.severity(), page.sentence()));
      }
    }
    return ExitCode.FINE;
  }

  private static JsonObject object(RulePage page) {
    JsonObject object = new JsonObject();
    object.addProperty("rule", page.rule());
    object.addProperty("severity", page.severity());
    object.addProperty("sentence", page.sentence());
    object.addProperty("doc", RulePage.path(page.rule()));
    return object;
  }

  private static RulePage page(String wanted) throws Failure {
    List<String> meant = new ArrayList<>();
    Nearest nearest = new Nearest(wanted);
    for (RulePage page : RulePage.all()) {
      if (page.rule().equals(wanted)) {
        return page;
      }
      nearest.consider(page.rule());
      if (!wanted.isEmpty() && page.rule().contains(wanted)) {
        meant.add(page.rule());
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
