package dev.snarl.cli;

import com.google.gson.stream.JsonWriter;
import dev.snarl.chains.ChainTree.Frame;
import dev.snarl.chains.End;
import dev.snarl.chains.Link;
import dev.snarl.chains.LinkJson;
import dev.snarl.hypotheses.Hypothesis;
import dev.snarl.recordings.Judged;
import dev.snarl.rules.Evidence;
import dev.snarl.rules.Finding;
import dev.snarl.rules.FindingJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The diagnosis of a recording as a JSON object; chains in the form of {@code /api/chains}. */
final class JfrJson {
  private JfrJson() {}

  static String of(Judged judged) {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      json.name("summary").value(judged.summary());
      json.name("findings").beginArray();
      for (Finding finding : judged.findings()) {
        FindingJson.write(json, finding);
      }
      json.endArray();
      json.name("waitingSeconds").value(Evidence.rounded(judged.chains().seconds()));
      double explained = judged.chains().explained();
      json.name("explainedRatio");
      if (Double.isNaN(explained)) {
        json.nullValue();
      } else {
        json.value(Evidence.rounded(explained));
      }
      json.name("chains");
      frame(json, null, judged.chains().root());
      json.name("hypotheses").beginArray();
      for (Hypothesis each : judged.hypotheses()) {
        hypothesis(json, each);
      }
      json.endArray();
      json.name("recording");
      facts(json, judged.facts());
      json.name("notes").beginArray();
      for (String note : judged.notes()) {
        json.value(note);
      }
      json.endArray();
      json.name("howToRecord").value(Judged.HOW);
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void frame(JsonWriter json, @Nullable Link link, Frame frame) throws IOException {
    json.beginObject();
    if (link != null) {
      LinkJson.write(json, link);
    }
    json.name("threadSeconds").value(Evidence.rounded(frame.seconds()));
    if (!frame.ends().isEmpty()) {
      json.name("ends").beginObject();
      for (Map.Entry<End, Double> end : frame.ends().entrySet()) {
        json.name(end.getKey().label()).value(Evidence.rounded(end.getValue()));
      }
      json.endObject();
    }
    json.name("items").beginArray();
    for (Map.Entry<Link, Frame> child : frame.children().entrySet()) {
      frame(json, child.getKey(), child.getValue());
    }
    json.endArray();
    json.endObject();
  }

  private static void hypothesis(JsonWriter json, Hypothesis each) throws IOException {
    json.beginObject();
    json.name("id").value(each.id());
    json.name("verdict").value(each.answer().label());
    json.name("number").value(each.number());
    json.endObject();
  }

  private static void facts(JsonWriter json, Judged.Facts facts) throws IOException {
    json.beginObject();
    json.name("source").value(facts.source());
    json.name("jvm").value(facts.jvm());
    json.name("from").value(facts.from() == null ? null : facts.from().toString());
    json.name("seconds").value(Evidence.rounded(facts.seconds()));
    json.name("events").value(facts.events());
    json.name("waits").value(facts.waits());
    json.name("dumps").value(facts.dumps());
    json.endObject();
  }
}
