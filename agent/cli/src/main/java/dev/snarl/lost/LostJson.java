package dev.snarl.lost;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A report as a JSON object. */
public final class LostJson {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private LostJson() {}

  /** The object; {@code refused} is null unless nothing can be said. */
  public static JsonObject of(LostReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("file", report.file());
    json.addProperty("millis", report.millis());
    json.addProperty("threads", report.threads());
    json.addProperty("waiting", report.waiting());
    json.addProperty("refused", report.refused());
    JsonArray groups = new JsonArray();
    for (LostReport.Group group : report.groups()) {
      JsonObject each = new JsonObject();
      each.addProperty("severity", group.severity().label());
      each.addProperty("certainty", group.certainty().label());
      each.addProperty("count", group.count());
      each.add("threads", GSON.toJsonTree(group.names()));
      each.addProperty("site", group.site());
      each.addProperty("call", group.call());
      each.addProperty("waitsFor", group.what());
      each.addProperty("type", group.type());
      each.addProperty("address", "0x" + Long.toHexString(group.address()));
      each.addProperty("why", group.why());
      each.add("path", GSON.toJsonTree(group.path()));
      each.addProperty("work", group.work());
      each.add("doubts", GSON.toJsonTree(group.doubts()));
      each.add("stack", GSON.toJsonTree(group.stack()));
      groups.add(each);
    }
    json.add("groups", groups);
    return json;
  }
}
