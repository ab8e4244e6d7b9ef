package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.hypotheses.Hypotheses;
import dev.snarl.hypotheses.Hypothesis;
import dev.snarl.hypotheses.Measure;
import dev.snarl.hypotheses.Moment;
import java.io.IOException;

/** Hypotheses as JSON, in display order, and the last minute's measures, oldest first. */
final class HypothesesJson {
  private HypothesesJson() {}

  static void write(JsonWriter json, View view) throws IOException {
    json.name("items").beginArray();
    for (Hypothesis each : Hypotheses.judge(view.timeline(), view.findings())) {
      json.beginObject();
      json.name("id").value(each.id());
      json.name("hypothesis").value(each.claim());
      json.name("verdict").value(each.answer().label());
      json.name("number").value(each.number());
      json.name("windowSeconds").value(Math.round(each.windowSeconds() * 10) / 10.0);
      json.name("look").value(each.look());
      json.name("doc").value(each.doc());
      json.name("findings").beginArray();
      for (String finding : each.findings()) {
        json.value(finding);
      }
      json.endArray();
      json.endObject();
    }
    json.endArray();
    json.name("moments").beginArray();
    for (Moment moment : Moment.all(view.timeline())) {
      json.beginObject();
      json.name("age").value(Math.round(moment.age() * 1_000) / 1_000.0);
      for (Measure measure : Measure.values()) {
        Double value = moment.values().get(measure);
        if (value != null) {
          json.name(measure.label()).value(value);
        }
      }
      json.endObject();
    }
    json.endArray();
  }
}
