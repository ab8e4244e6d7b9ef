package dev.snarl.cli;

import com.google.gson.stream.JsonWriter;
import dev.snarl.rules.Finding;
import dev.snarl.rules.FindingJson;
import dev.snarl.threads.Diagnosis;
import dev.snarl.threads.DumpFacts;
import dev.snarl.threads.PoolRow;
import dev.snarl.threads.StackGroup;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The analysis of thread dumps as a JSON object: findings in the contract's form, groups and pools.
 */
final class ThreadsJson {
  private ThreadsJson() {}

  static String of(Diagnosis diagnosis) {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      json.name("summary").value(diagnosis.summary());
      json.name("findings").beginArray();
      for (Finding finding : diagnosis.findings()) {
        FindingJson.write(json, finding);
      }
      json.endArray();
      json.name("pools").beginArray();
      for (PoolRow pool : diagnosis.pools()) {
        pool(json, pool);
      }
      json.endArray();
      json.name("groups").beginArray();
      for (StackGroup group : diagnosis.groups()) {
        group(json, group);
      }
      json.endArray();
      json.name("dumps").beginArray();
      for (DumpFacts dump : diagnosis.dumps()) {
        dump(json, dump);
      }
      json.endArray();
      json.name("notes");
      texts(json, diagnosis.notes());
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void pool(JsonWriter json, PoolRow pool) throws IOException {
    json.beginObject();
    json.name("name").value(pool.name());
    json.name("pattern").value(pool.pattern());
    json.name("threads").value(pool.threads());
    json.name("executor").value(pool.pool());
    json.name("doing").beginObject();
    for (Map.Entry<String, Integer> each : new TreeMap<>(pool.doing()).entrySet()) {
      json.name(each.getKey()).value(each.getValue());
    }
    json.endObject();
    json.name("site").value(pool.site());
    json.name("blockedIn").value(pool.blockedIn());
    json.endObject();
  }

  private static void group(JsonWriter json, StackGroup group) throws IOException {
    json.beginObject();
    json.name("count").value(group.count());
    json.name("pool").value(group.pool());
    json.name("threads");
    texts(json, group.names());
    json.name("state").value(group.state());
    json.name("doing").value(group.doing());
    json.name("site").value(group.site());
    json.name("blockedIn").value(group.blockedIn());
    json.name("stack");
    texts(json, group.stack());
    json.endObject();
  }

  private static void dump(JsonWriter json, DumpFacts dump) throws IOException {
    json.beginObject();
    json.name("source").value(dump.source());
    json.name("at").value(dump.at() == null ? null : dump.at().toString());
    json.name("vm").value(dump.vm());
    json.name("threads").value(dump.threads());
    json.name("virtualThreads").value(dump.virtual());
    json.name("whole").value(dump.whole());
    json.endObject();
  }

  private static void texts(JsonWriter json, List<String> texts) throws IOException {
    json.beginArray();
    for (String text : texts) {
      json.value(text);
    }
    json.endArray();
  }
}
