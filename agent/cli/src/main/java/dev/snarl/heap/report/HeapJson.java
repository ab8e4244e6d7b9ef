package dev.snarl.heap.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.snarl.heap.triage.Report;
import java.util.List;
import java.util.function.Function;

/** The JSON of the contract. */
public final class HeapJson {
  private HeapJson() {}

  /** The whole report. */
  public static JsonObject of(Shown shown) {
    Report report = shown.report();
    int most = shown.top();
    JsonObject json = new JsonObject();
    Report.Totals totals = report.totals();
    json.addProperty("file", report.file());
    json.addProperty("sentence", report.sentence());
    if (report.note() != null) {
      json.addProperty("truncated", report.note());
    }
    json.addProperty("objects", totals.objects());
    json.addProperty("usedBytes", totals.usedBytes());
    json.addProperty("unreachableObjects", totals.unreachableObjects());
    json.addProperty("unreachableBytes", totals.unreachableBytes());
    json.addProperty("referenceBytes", totals.referenceSize());
    json.addProperty("headerBytes", totals.headerSize());
    json.add("dominators", list(report.dominators(), most, HeapJson::dominator));
    json.add("suspects", list(report.suspects(), most, HeapJson::suspect));
    json.add("executors", list(report.executors(), most, HeapJson::executor));
    json.add("containers", list(report.containers(), most, HeapJson::container));
    json.add("shapes", list(report.shapes(), most, HeapJson::shape));
    json.add("futures", futures(report.futures()));
    json.add("coroutines", coroutines(report.coroutines(), most));
    json.add("threads", list(report.threads(), most, HeapJson::thread));
    json.add("held", list(report.held(), most, HeapJson::held));
    json.add("histogram", list(report.histogram(), most, HeapJson::row));
    json.add("duplicateStrings", list(report.duplicateStrings(), most, HeapJson::duplicate));
    json.add("emptyCollections", list(report.emptyCollections(), most, HeapJson::row));
    if (shown.growth() != null) {
      json.add("growth", growth(shown.growth()));
    }
    if (shown.mat() != null) {
      JsonObject mat = new JsonObject();
      mat.add("says", texts(shown.opinion()));
      mat.add("suspects", texts(shown.mat().suspects()));
      mat.add("reports", texts(shown.mat().reports()));
      json.add("mat", mat);
    }
    return json;
  }

  private static <T> JsonArray list(List<T> from, int most, Function<T, JsonObject> each) {
    JsonArray array = new JsonArray();
    from.stream().limit(most).forEach(one -> array.add(each.apply(one)));
    return array;
  }

  private static JsonArray texts(List<String> from) {
    JsonArray array = new JsonArray();
    from.forEach(array::add);
    return array;
  }

  private static JsonObject dominator(Report.Dominator from) {
    JsonObject json = new JsonObject();
    json.addProperty("class", from.type());
    json.addProperty("address", "0x" + Long.toHexString(from.address()));
    json.addProperty("shallow", from.shallow());
    json.addProperty("retained", from.retained());
    return json;
  }

  private static JsonObject suspect(Report.Suspect from) {
    JsonObject json = new JsonObject();
    json.addProperty("title", from.title());
    json.addProperty("retained", from.retained());
    json.add("path", texts(from.path()));
    if (from.accumulates() != null) {
      JsonObject accumulates = new JsonObject();
      accumulates.addProperty("class", from.accumulates().type());
      accumulates.addProperty("retained", from.accumulates().retained());
      json.add("accumulatesIn", accumulates);
    }
    return json;
  }

  private static JsonObject executor(Report.Executor from) {
    JsonObject json = new JsonObject();
    json.addProperty("name", from.name());
    json.addProperty("type", from.type());
    json.addProperty("constructor", from.constructor());
    json.addProperty("limits", from.limits());
    json.addProperty("address", "0x" + Long.toHexString(from.address()));
    json.addProperty("retained", from.retained());
    json.addProperty("threads", from.threads());
    json.addProperty("queued", from.queued());
    json.addProperty("queueRetained", from.queueRetained());
    json.add("tasks", list(from.tasks(), Integer.MAX_VALUE, HeapJson::tasks));
    json.add("workers", list(from.workers(), Integer.MAX_VALUE, HeapJson::stack));
    return json;
  }

  private static JsonObject container(Report.Container from) {
    JsonObject json = new JsonObject();
    json.addProperty("place", from.place());
    json.addProperty("class", from.type());
    json.addProperty("kind", from.kind());
    json.addProperty("address", "0x" + Long.toHexString(from.address()));
    json.addProperty("retained", from.retained());
    json.add("elements", list(from.elements(), Integer.MAX_VALUE, HeapJson::tasks));
    json.addProperty("abandoned", from.abandoned());
    json.addProperty("remedy", from.remedy());
    json.addProperty("oql", Query.of(List.of(from.address())));
    return json;
  }

  private static JsonObject shape(Report.Shape from) {
    JsonObject json = new JsonObject();
    json.addProperty("title", from.title());
    json.addProperty("retained", from.retained());
    json.addProperty("remedy", from.remedy());
    json.addProperty("oql", Query.of(from.addresses()));
    return json;
  }

  private static JsonObject tasks(Report.Tasks from) {
    JsonObject json = new JsonObject();
    json.addProperty("class", from.type());
    if (!from.site().isEmpty()) {
      json.addProperty("site", from.site());
    }
    json.addProperty("count", from.count());
    json.addProperty("retained", from.retained());
    return json;
  }

  private static JsonObject stack(Report.Stack from) {
    JsonObject json = new JsonObject();
    json.addProperty("threads", from.threads());
    if (!from.site().isEmpty()) {
      json.addProperty("site", from.site());
    }
    json.add("stack", texts(from.frames()));
    return json;
  }

  private static JsonObject futures(Report.Futures from) {
    JsonObject json = new JsonObject();
    json.addProperty("incomplete", from.incomplete());
    json.addProperty("completed", from.completed());
    json.addProperty("retained", from.retained());
    json.addProperty("longestChain", from.longestChain());
    json.add("dependents", list(from.types(), Integer.MAX_VALUE, HeapJson::row));
    return json;
  }

  private static JsonObject coroutines(Report.Coroutines from, int most) {
    JsonObject json = new JsonObject();
    json.addProperty("alive", from.alive());
    json.addProperty("queued", from.queued());
    json.add("items", list(from.types(), most, HeapJson::coroutine));
    return json;
  }

  private static JsonObject coroutine(Report.Coroutine from) {
    JsonObject json = new JsonObject();
    json.addProperty("class", from.type());
    if (!from.site().isEmpty()) {
      json.addProperty("site", from.site());
    }
    json.addProperty("queued", from.queued());
    json.addProperty("running", from.running());
    json.addProperty("suspended", from.suspended());
    json.addProperty("retained", from.retained());
    return json;
  }

  private static JsonObject thread(Report.Locals from) {
    JsonObject json = new JsonObject();
    json.addProperty("name", from.name());
    json.addProperty("localsRetained", from.localsRetained());
    json.addProperty("retained", from.retained());
    json.add("stack", texts(from.frames()));
    return json;
  }

  private static JsonObject held(Report.Held from) {
    JsonObject json = new JsonObject();
    json.addProperty("what", from.what());
    json.addProperty("class", from.type());
    json.addProperty("count", from.count());
    json.addProperty("retained", from.retained());
    return json;
  }

  private static JsonObject row(Report.Row from) {
    JsonObject json = new JsonObject();
    json.addProperty("class", from.type());
    json.addProperty("objects", from.objects());
    json.addProperty("shallow", from.shallow());
    json.addProperty("retained", from.retained());
    return json;
  }

  private static JsonObject duplicate(Report.Duplicate from) {
    JsonObject json = new JsonObject();
    json.addProperty("text", from.text());
    json.addProperty("count", from.count());
    json.addProperty("wasted", from.wasted());
    return json;
  }

  private static JsonObject growth(Growth from) {
    JsonObject json = new JsonObject();
    json.addProperty("since", from.before());
    json.addProperty("bytes", from.bytes());
    json.add("classes", list(from.classes(), Integer.MAX_VALUE, HeapJson::line));
    json.add("queues", list(from.queues(), Integer.MAX_VALUE, HeapJson::line));
    json.add("places", list(from.places(), Integer.MAX_VALUE, HeapJson::line));
    return json;
  }

  private static JsonObject line(Growth.Line from) {
    JsonObject json = new JsonObject();
    json.addProperty("name", from.name());
    json.addProperty("countBefore", from.countBefore());
    json.addProperty("count", from.count());
    json.addProperty("bytesBefore", from.bytesBefore());
    json.addProperty("bytes", from.bytes());
    return json;
  }
}
