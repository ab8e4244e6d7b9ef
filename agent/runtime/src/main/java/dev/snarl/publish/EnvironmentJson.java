package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Facts about the JVM, and the state of the agent. It reads no property and no variable. */
final class EnvironmentJson {

  private EnvironmentJson() {}

  static void write(JsonWriter json, Snapshot snapshot) throws IOException {
    Snapshot.Environment environment = snapshot.environment();
    json.name("java").value(environment.javaFeature());
    json.name("processors").value(environment.processors());
    json.name("commonParallelism").value(environment.commonParallelism());
    json.name("maxHeapBytes").value(environment.maxHeapBytes());
    json.name("usedHeapBytes").value(environment.usedHeapBytes());
    json.name("selfSeconds").value(snapshot.health().selfNanos() / Figures.NANOS);
    json.name("errors");
    counts(json, snapshot.health().errors());
    json.name("dropped");
    counts(json, snapshot.health().dropped());
  }

  private static void counts(JsonWriter json, Map<String, Long> counts) throws IOException {
    json.beginObject();
    for (Map.Entry<String, Long> count : new TreeMap<>(counts).entrySet()) {
      json.name(count.getKey()).value(count.getValue());
    }
    json.endObject();
  }
}
