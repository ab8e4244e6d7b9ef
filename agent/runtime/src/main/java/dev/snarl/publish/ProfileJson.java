package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Profile.Compilation;
import dev.snarl.snapshot.Profile.HeapAfter;
import dev.snarl.snapshot.Profile.Recorder;
import dev.snarl.snapshot.Profile.Safepoints;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Renders {@code /api/profile}: totals since the flight recorder started, largest first. */
final class ProfileJson {
  private static final int MOST = 100;

  private final JsonWriter json;

  ProfileJson(JsonWriter json) {
    this.json = json;
  }

  void write(Profile profile) throws IOException {
    recorder(profile.recorder());
    heap(profile);
    allocations(profile);
    safepoints(profile);
    compilation(profile.compilation());
    waits(profile);
    oldObjects(profile);
    json.name("dropped").beginObject();
    for (var drop : profile.dropped().entrySet()) {
      json.name(drop.getKey()).value(drop.getValue());
    }
    json.endObject();
  }

  private void recorder(Recorder recorder) throws IOException {
    json.name("running").value(recorder.running());
    json.name("reason").value(recorder.reason());
    json.name("seconds").value(recorder.runningNanos() / Figures.NANOS);
    json.name("startSeconds").value(recorder.startNanos() / Figures.NANOS);
    json.name("events").value(recorder.events());
    json.name("withheld").beginArray();
    for (String event : recorder.withheld()) {
      json.value(event);
    }
    json.endArray();
    json.name("thresholdSeconds").beginObject();
    for (var threshold : recorder.thresholds().entrySet()) {
      json.name(threshold.getKey()).value(threshold.getValue() / Figures.NANOS);
    }
    json.endObject();
  }

  private void heap(Profile profile) throws IOException {
    HeapAfter heap = profile.heap();
    json.name("heapAfterGc");
    if (heap == null) {
      json.nullValue();
    } else {
      json.beginObject();
      json.name("usedBytes").value(heap.usedBytes());
      json.name("committedBytes").value(heap.committedBytes());
      json.endObject();
    }
    json.name("collections").beginArray();
    for (var gc : top(profile.collections(), Profile.Collections::pauseNanos)) {
      json.beginObject();
      json.name("gc").value(gc.gc());
      json.name("cause").value(gc.cause());
      times(gc.count(), gc.pauseNanos(), gc.longestNanos());
      json.endObject();
    }
    json.endArray();
  }

  private void allocations(Profile profile) throws IOException {
    json.name("allocations").beginArray();
    for (var row : top(profile.allocations(), Profile.Allocation::bytes)) {
      json.beginObject();
      json.name("site").value(row.site());
      json.name("class").value(row.type());
      json.name("samples").value(row.samples());
      json.name("bytes").value(row.bytes());
      json.endObject();
    }
    json.endArray();
    json.name("allocatedBy").beginArray();
    for (var row : top(profile.allocatedBy(), Profile.GroupBytes::bytes)) {
      json.beginObject();
      json.name("threads").value(row.group());
      json.name("samples").value(row.samples());
      json.name("bytes").value(row.bytes());
      json.endObject();
    }
    json.endArray();
  }

  private void safepoints(Profile profile) throws IOException {
    Safepoints safepoints = profile.safepoints();
    json.name("safepoints").beginObject();
    times(safepoints.count(), safepoints.nanos(), safepoints.longestNanos());
    json.name("syncSeconds").value(safepoints.syncNanos() / Figures.NANOS);
    json.name("longestSyncSeconds").value(safepoints.longestSyncNanos() / Figures.NANOS);
    json.name("operations").beginArray();
    for (var row : top(profile.operations(), Profile.Operation::nanos)) {
      json.beginObject();
      json.name("operation").value(row.name());
      times(row.count(), row.nanos(), row.longestNanos());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void compilation(Compilation compilation) throws IOException {
    json.name("compilation").beginObject();
    json.name("bailouts");
    orNull(compilation.bailouts());
    json.name("invalidated");
    orNull(compilation.invalidated());
    json.name("codeCacheFull").value(compilation.codeCacheFull());
    json.name("tiers").beginArray();
    for (var row : top(compilation.tiers(), Profile.Tier::nanos)) {
      json.beginObject();
      json.name("compiler").value(row.compiler());
      json.name("level").value(row.level());
      times(row.count(), row.nanos(), row.longestNanos());
      json.endObject();
    }
    json.endArray();
    json.name("queued").beginObject();
    for (var queue : compilation.queued().entrySet()) {
      json.name(queue.getKey()).value(queue.getValue());
    }
    json.endObject();
    json.name("codeCache").beginArray();
    for (var row : top(compilation.segments(), Profile.Segment::reservedBytes)) {
      json.beginObject();
      json.name("segment").value(row.name());
      json.name("reservedBytes").value(row.reservedBytes());
      json.name("freeBytes").value(row.freeBytes());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void waits(Profile profile) throws IOException {
    json.name("waits").beginArray();
    for (var row : top(profile.waits(), Profile.SiteWait::nanos)) {
      json.beginObject();
      json.name("kind").value(row.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      json.name("site").value(row.site());
      json.name("call").value(row.call());
      json.name("target").value(row.target().isEmpty() ? null : row.target());
      times(row.count(), row.nanos(), row.longestNanos());
      json.name("bytes").value(row.bytes());
      json.endObject();
    }
    json.endArray();
  }

  private void oldObjects(Profile profile) throws IOException {
    json.name("oldObjects").beginArray();
    for (var row : top(profile.oldObjects(), Profile.OldObject::samples)) {
      json.beginObject();
      json.name("class").value(row.type());
      json.name("site").value(row.site());
      json.name("samples").value(row.samples());
      json.name("ageSeconds").value(row.ageNanos() / Figures.NANOS);
      json.endObject();
    }
    json.endArray();
  }

  private void times(long count, long nanos, long longest) throws IOException {
    json.name("count").value(count);
    json.name("seconds").value(nanos / Figures.NANOS);
    json.name("longestSeconds").value(longest / Figures.NANOS);
  }

  private void orNull(long value) throws IOException {
    if (value < 0) {
      json.nullValue();
    } else {
      json.value(value);
    }
  }

  private static <T> List<T> top(List<T> rows, ToLongFunction<T> size) {
    return rows.stream().sorted(Comparator.comparingLong(size).reversed()).limit(MOST).toList();
  }
}
