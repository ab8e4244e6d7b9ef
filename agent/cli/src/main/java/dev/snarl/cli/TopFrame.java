package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * The content of {@code top} at one moment, from the agent's answers.
 *
 * @param findings {@code /api/findings}
 * @param executors {@code /api/executors}
 * @param waits {@code /api/tangle}
 * @param memory {@code /api/gc}
 */
record TopFrame(JsonObject findings, JsonObject executors, JsonObject waits, JsonObject memory) {
  static TopFrame read(Remote remote) throws Failure {
    return new TopFrame(
        remote.get("api/findings"),
        remote.get("api/executors"),
        remote.get("api/tangle"),
        remote.get("api/gc"));
  }

  JsonObject json() {
    JsonObject all = new JsonObject();
    all.add("application", findings.get("application"));
    all.add("at", findings.get("at"));
    all.add("findings", findings.get("items"));
    all.add("executors", executors.get("items"));
    all.add("waits", waits.get("items"));
    all.add("columns", memory.get("columns"));
    return all;
  }

  /** A member of the memory's answer; empty if it is missing. */
  JsonObject memory(String part) {
    JsonElement value = memory.get(part);
    return value != null && value.isJsonObject() ? value.getAsJsonObject() : new JsonObject();
  }
}
