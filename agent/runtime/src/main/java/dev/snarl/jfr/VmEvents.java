package dev.snarl.jfr;

import dev.snarl.snapshot.Profile.Compilation;
import dev.snarl.snapshot.Profile.Operation;
import dev.snarl.snapshot.Profile.Safepoints;
import dev.snarl.snapshot.Profile.Segment;
import dev.snarl.snapshot.Profile.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Safepoints, operations of the JVM, and the compiler. Written and read by two threads of the
 * agent.
 */
final class VmEvents implements Taker {
  private static final int MOST_OPEN = 64;

  private record Level(String compiler, int level) {}

  private record Begun(Instant at, long syncNanos) {}

  private final Tally<String, Operation> operations =
      new Tally<>(
          100, "other", (name, cell) -> new Operation(name, cell.count, cell.nanos, cell.longest));
  private final Tally<Level, Tier> tiers =
      new Tally<>(
          20,
          new Level("other", 0),
          (key, cell) ->
              new Tier(key.compiler(), key.level(), cell.count, cell.nanos, cell.longest));
  private final Map<Long, Begun> begun = new HashMap<>();
  private final Map<String, Long> queued = new HashMap<>();
  private final Map<String, Segment> segments = new HashMap<>();
  private Safepoints safepoints = Safepoints.NONE;
  private long bailouts = -1;
  private long invalidated = -1;
  private long codeCacheFull;

  @Override
  public void enter(Door door) {
    door.on(Wanted.SAFEPOINT_BEGIN, this::begin);
    door.on(Wanted.SAFEPOINT_END, this::end);
    door.on(Wanted.OPERATION, this::operation);
    door.on(Wanted.COMPILATION, this::compiled);
    door.on(Wanted.COMPILER, this::compiler);
    door.on(Wanted.COMPILER_QUEUE, this::queue);
    door.on(Wanted.CODE_CACHE, this::segment);
    door.on(Wanted.CODE_CACHE_FULL, event -> full());
  }

  private void begin(RecordedEvent event) {
    if (begun.size() >= MOST_OPEN) {
      begun.clear(); // ends are not streamed at the moment
    }
    begun.put(
        event.getLong("safepointId"),
        new Begun(event.getStartTime(), event.getDuration().toNanos()));
  }

  private void end(RecordedEvent event) {
    Begun begin = begun.remove(event.getLong("safepointId"));
    if (begin != null) {
      stopped(Duration.between(begin.at(), event.getEndTime()).toNanos(), begin.syncNanos());
    }
  }

  private synchronized void stopped(long nanos, long sync) {
    safepoints =
        new Safepoints(
            safepoints.count() + 1,
            safepoints.nanos() + nanos,
            Math.max(safepoints.longestNanos(), nanos),
            safepoints.syncNanos() + sync,
            Math.max(safepoints.longestSyncNanos(), sync));
  }

  private void operation(RecordedEvent event) {
    operations.add(Taker.text(event, "operation", "?"), event.getDuration().toNanos(), 0);
  }

  private void compiled(RecordedEvent event) {
    tiers.add(
        new Level(Taker.text(event, "compiler", "?"), event.getInt("compileLevel")),
        event.getDuration().toNanos(),
        0);
  }

  private synchronized void compiler(RecordedEvent event) {
    bailouts = Taker.number(event, "bailoutCount");
    invalidated = Taker.number(event, "invalidatedCompileCount");
  }

  private synchronized void queue(RecordedEvent event) {
    if (queued.size() < 10) {
      queued.put(Taker.text(event, "compiler", "?"), Taker.number(event, "queueSize"));
    }
  }

  private synchronized void segment(RecordedEvent event) {
    String name = Taker.text(event, "codeBlobType", "?");
    long reserved = event.getLong("reservedTopAddress") - event.getLong("startAddress");
    if (segments.size() < 10) {
      segments.put(name, new Segment(name, reserved, event.getLong("unallocatedCapacity")));
    }
  }

  private synchronized void full() {
    codeCacheFull++;
  }

  synchronized Safepoints safepoints() {
    return safepoints;
  }

  List<Operation> operations() {
    return operations.records();
  }

  synchronized Compilation compilation() {
    return new Compilation(
        tiers.records(),
        bailouts,
        invalidated,
        codeCacheFull,
        queued,
        List.copyOf(segments.values()));
  }
}
