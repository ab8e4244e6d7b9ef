package dev.snarl.cli;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.snarl.rules.Declaration;
import dev.snarl.rules.Rule;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Severity;
import java.util.List;

/**
 * Findings in the <a href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/">format</a> in which
 * tools for code review take results of analyses. All rules are described, each result is at its
 * line, and its fingerprint is the finding's id.
 */
final class Sarif {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private Sarif() {}

  static String of(RunFindings findings, String version) {
    JsonObject driver = object("name", "Snarl");
    if (!version.isEmpty()) {
      driver.addProperty("version", version);
    }
    JsonArray rules = new JsonArray();
    Rules.ALL.forEach(rule -> rules.add(rule(rule.declaration())));
    driver.add("rules", rules);
    JsonArray results = new JsonArray();
    SourceFiles sources = SourceFiles.below(findings);
    findings.items().forEach(item -> results.add(result(item, sources)));
    JsonObject run = with("tool", with("driver", driver));
    run.add("results", results);
    JsonObject log = object("$schema", SCHEMA, "version", "2.1.0");
    log.add("runs", array(run));
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(log) + '\n';
  }

  private static JsonObject rule(Declaration declared) {
    JsonObject rule = object("id", declared.id());
    rule.add("shortDescription", object("text", declared.sentence()));
    rule.add("help", object("text", RulePage.text(declared.id())));
    return rule;
  }

  private static JsonObject result(JsonObject item, SourceFiles sources) {
    String id = Json.text(item, "rule");
    JsonObject result = object("ruleId", id);
    List<String> ids = Rules.ALL.stream().map(Rule::id).toList();
    if (ids.contains(id)) {
      result.addProperty("ruleIndex", ids.indexOf(id));
    }
    result.addProperty("level", level(RunFindings.severity(item)));
    result.add("message", object("text", RunFindings.text(item)));
    RunFindings.Line line = RunFindings.Line.of(item);
    if (line != null) {
      JsonObject physical = with("artifactLocation", object("uri", sources.uri(line)));
      JsonObject region = new JsonObject();
      region.addProperty("startLine", line.number());
      physical.add("region", region);
      JsonObject location = with("physicalLocation", physical);
      String name = line.type() + '.' + line.method();
      location.add(
          "logicalLocations", array(object("fullyQualifiedName", name, "kind", "function")));
      result.add("locations", array(location));
    }
    result.add("partialFingerprints", object("snarl/v1", Json.text(item, "id")));
    return result;
  }

  private static String level(Severity severity) {
    return switch (severity) {
      case INFO -> "note";
      case WARNING -> "warning";
      case CRITICAL -> "error";
    };
  }

  private static JsonObject object(String... namesAndValues) {
    JsonObject object = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.addProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  private static JsonObject with(String name, JsonElement value) {
    JsonObject object = new JsonObject();
    object.add(name, value);
    return object;
  }

  private static JsonArray array(JsonElement only) {
    JsonArray array = new JsonArray();
    array.add(only);
    return array;
  }
}
