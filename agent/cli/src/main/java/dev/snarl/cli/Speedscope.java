package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.snarl.chains.ChainTree;
import dev.snarl.chains.Collapsed;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Chains as a sampled profile in <a
 * href="https://github.com/jlfwong/speedscope/wiki/Importing-from-custom-sources">speedscope's file
 * format</a>, weights in seconds.
 *
 * @param version of Snarl
 */
record Speedscope(ChainTree tree, String title, String version) {

  JsonObject json() {
    Map<String, Integer> frames = new LinkedHashMap<>();
    JsonArray samples = new JsonArray();
    JsonArray weights = new JsonArray();
    new Collapsed(tree)
        .lines()
        .forEach(
            (chain, seconds) -> {
              JsonArray sample = new JsonArray();
              for (String frame : chain.split(";", -1)) {
                sample.add(frames.computeIfAbsent(frame, f -> frames.size()));
              }
              samples.add(sample);
              weights.add(seconds);
            });
    JsonObject shared = new JsonObject();
    shared.add("frames", names(frames));
    JsonObject profile = new JsonObject();
    profile.addProperty("type", "sampled");
    profile.addProperty("name", title);
    profile.addProperty("unit", "seconds");
    profile.addProperty("startValue", 0);
    profile.addProperty("endValue", tree.root().seconds());
    profile.add("samples", samples);
    profile.add("weights", weights);
    JsonArray profiles = new JsonArray();
    profiles.add(profile);
    JsonObject file = new JsonObject();
    file.addProperty("$schema", "https://www.speedscope.app/file-format-schema.json");
    file.addProperty("exporter", "snarl " + version);
    file.add("shared", shared);
    file.add("profiles", profiles);
    return file;
  }

  private static JsonElement names(Map<String, Integer> frames) {
    JsonArray names = new JsonArray();
    for (String frame : frames.keySet()) {
      JsonObject name = new JsonObject();
      name.addProperty("name", frame);
      names.add(name);
    }
    return names;
  }
}
