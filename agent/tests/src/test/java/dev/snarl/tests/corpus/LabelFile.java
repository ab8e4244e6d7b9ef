package dev.snarl.tests.corpus;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.TreeMap;

/**
 * {@code examples/corpus/labels.json}: the headers of all programs in one file, for tools that are
 * to be scored and do not read our headers. Its form is described in the corpus' README.
 */
final class LabelFile {
  private LabelFile() {}

  static String of(List<Program> programs) {
    JsonObject faults = new JsonObject();
    for (Fault fault : Fault.values()) {
      JsonObject words = new JsonObject();
      words.addProperty("means", fault.words);
      words.addProperty("snarlRule", fault.rule);
      faults.add(fault.toString(), words);
    }
    JsonArray all = new JsonArray();
    programs.forEach(program -> all.add(label(program)));
    JsonObject file = new JsonObject();
    file.add("faults", faults);
    file.add("programs", all);
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(file) + "\n";
  }

  private static JsonObject label(Program program) {
    JsonObject label = new JsonObject();
    label.addProperty("file", program.group() + "/" + program.file());
    label.addProperty("main", program.main());
    label.addProperty("claim", program.claim());
    addRange(label, program.jdk());
    add(label, "flags", program.flags());
    add(label, "libraries", program.libraries());
    add(label, "limits", program.limits());
    add(label, "group", program.place().limits());
    if (program.place().network()) {
      label.addProperty("network", "own");
    }
    JsonArray expected = new JsonArray();
    for (Expectation expectation : program.faults()) {
      JsonObject fault = new JsonObject();
      fault.addProperty("fault", Fault.of(expectation.rule()).toString());
      fault.addProperty("severity", expectation.severity().toString());
      if (expectation.place().isEmpty()) {
        JsonArray lines = new JsonArray();
        expectation.lines().forEach(lines::add);
        fault.add("lines", lines);
      } else {
        fault.addProperty("place", expectation.place());
      }
      addRange(fault, expectation.jdks());
      expected.add(fault);
    }
    label.add("expected", expected);
    JsonObject allowed = new JsonObject();
    new TreeMap<>(program.allow())
        .forEach((rule, most) -> allowed.addProperty(Fault.of(rule).toString(), most.toString()));
    if (allowed.size() > 0) {
      label.add("allowed", allowed);
    }
    if (program.twinOf().equals("every rule")) {
      label.addProperty("twinOf", "every fault");
    } else if (!program.twinOf().isEmpty()) {
      label.addProperty("twinOf", Fault.of(program.twinOf()).toString());
    }
    return label;
  }

  private static void addRange(JsonObject to, JdkRange range) {
    if (range.low() > 0) {
      to.addProperty("jdkFrom", range.low());
    }
    if (range.high() < Integer.MAX_VALUE) {
      to.addProperty("jdkTo", range.high());
    }
  }

  private static void add(JsonObject to, String name, List<String> words) {
    if (!words.isEmpty()) {
      JsonArray array = new JsonArray();
      words.forEach(array::add);
      to.add(name, array);
    }
  }
}
