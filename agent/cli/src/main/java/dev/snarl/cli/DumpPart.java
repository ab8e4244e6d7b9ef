package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code heap} and {@code lost} say of a heap dump, as a part of a report. Their lists of
 * strings and of classes are left out.
 *
 * @param threads the JVM's thread print, taken right after the dump, null for none
 * @param compiled its list of compiled methods, null for none
 */
record DumpPart(Here here, Path dump, @Nullable Path threads, @Nullable Path compiled) {
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
    JsonObject heap = some(answer("heap", beside("--threads", threads)), OF_HEAP);
    for (JsonObject container : Json.items(heap, "containers")) {
      container.remove("kind"); // the class once more, without its package: not to be redacted
    }
    List<String> besides = new ArrayList<>(beside("--threads", threads));
    besides.addAll(beside("--compiled", compiled));
    JsonObject part = new JsonObject();
    part.add("heap", heap);
    part.add("lost", some(answer("lost", besides), OF_LOST));
    return part;
  }

  private static List<String> beside(String option, @Nullable Path file) {
    return file == null ? List.of() : List.of(option, file.toString());
  }

  private JsonObject answer(String command, List<String> besides) throws Failure {
    List<String> arguments = new ArrayList<>(List.of(command, "--json"));
    arguments.addAll(besides);
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
