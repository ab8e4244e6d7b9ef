package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code heap} and {@code lost} say of a heap dump, as a part of a report. Their lists of
 * strings and of classes are left out.
 */
record DumpPart(Here here, Path dump, DumpFiles files) {
  private static final List<String> OF_HEAP =
      List.of(
          "sentence",
          "truncated",
          "objects",
          "usedBytes",
          "executors",
          "containers",
          "shapes",
          "waits");
  private static final List<String> OF_LOST = List.of("threads", "waiting", "refused", "groups");

  /** Reads the dump twice, each time in a separate JVM. */
  JsonObject read() throws Failure {
    JsonObject heap = some(answer("heap", files.threadsAlone()), OF_HEAP);
    for (JsonObject container : Json.items(heap, "containers")) {
      container.remove("kind"); // the class once more, without its package: not to be redacted
    }
    JsonObject part = new JsonObject();
    part.add("heap", heap);
    part.add("lost", some(answer("lost", files), OF_LOST));
    return part;
  }

  private JsonObject answer(String command, DumpFiles besides) throws Failure {
    List<String> arguments = new ArrayList<>(List.of(command, "--json"));
    arguments.addAll(besides.arguments());
    arguments.addAll(List.of("--", dump.toString()));
    String text = HeapJvm.output(here, arguments, List.of(dump));
    try {
      if (JsonParser.parseString(text) instanceof JsonObject answer) {
        return answer;
      }
    } catch (JsonSyntaxException e) {
      // Said below.
    }
    throw Failure.unreachable("no report without an answer of " + command + " " + dump);
  }

  private static JsonObject some(JsonObject answer, List<String> names) {
    JsonObject some = new JsonObject();
    for (String name : names) {
      JsonElement value = answer.get(name);
      if (value != null) {
        some.add(name, value);
      }
    }
    return some;
  }
}
