package dev.snarl.jfr;

import dev.snarl.snapshot.Profile.Allocation;
import dev.snarl.snapshot.Profile.Collections;
import dev.snarl.snapshot.Profile.GroupBytes;
import dev.snarl.snapshot.Profile.HeapAfter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Collections, the heap after them, and sampled allocations. A sample's weight is what its thread
 * allocated since its last sample. For a thread older than the stream, the first weight includes
 * its past, so that sample only sets the starting point.
 */
final class HeapEvents implements Taker {
  private static final int MOST_OLD_THREADS = 20_000;

  private record Collection(String gc, String cause) {}

  private record Place(String site, String type) {}

  private final Tally<Collection, Collections> collections =
      new Tally<>(
          100,
          new Collection("other", "other"),
          (key, cell) ->
              new Collections(key.gc(), key.cause(), cell.count, cell.nanos, cell.longest));
  private final Tally<Place, Allocation> allocations =
      new Tally<>(
          500,
          new Place("other", "other"),
          (key, cell) -> new Allocation(key.site(), key.type(), cell.count, cell.amount));
  private final Tally<String, GroupBytes> groups =
      new Tally<>(200, "other", (group, cell) -> new GroupBytes(group, cell.count, cell.amount));

  private final Stacks stacks;
  private final Naming naming;
  private final long youngest;
  private final Set<Long> oldSeen = new HashSet<>();
  private volatile @Nullable HeapAfter heap;

  /** {@code youngest}: threads of a lower id are older than the stream. */
  HeapEvents(Stacks stacks, Naming naming, long youngest) {
    this.stacks = stacks;
    this.naming = naming;
    this.youngest = youngest;
  }

  @Override
  public void enter(Door door) {
    door.on(Wanted.COLLECTION, this::collection);
    door.on(Wanted.HEAP, this::heap);
    door.on(Wanted.ALLOCATION, this::allocation);
  }

  private void collection(RecordedEvent event) {
    collections.add(
        new Collection(Taker.text(event, "name", "?"), Taker.text(event, "cause", "?")),
        event.getDuration("sumOfPauses").toNanos(),
        event.getDuration("longestPause").toNanos());
  }

  private void heap(RecordedEvent event) {
    if (Taker.text(event, "when", "").startsWith("After")) {
      heap = new HeapAfter(event.getLong("heapUsed"), event.getLong("heapSpace.committedSize"));
    }
  }

  private void allocation(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    long id = thread == null ? -1 : thread.getJavaThreadId();
    if (id < youngest && (oldSeen.size() >= MOST_OLD_THREADS || oldSeen.add(id))) {
      return;
    }
    String name = Taker.thread(event);
    RecordedClass type = event.getClass("objectClass");
    long bytes = event.getLong("weight");
    String site =
        Taker.ours(name) ? "the agent" : stacks.place(event.getStackTrace()).site().site();
    allocations.add(new Place(site, type == null ? "?" : readable(type.getName())), 0, bytes);
    groups.add(naming.group(name), 0, bytes);
  }

  /** {@code byte[]} of {@code [B}. */
  static String readable(String type) {
    int dimensions = 0;
    while (dimensions < type.length() && type.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (dimensions == 0) {
      return type;
    }
    String element = type.substring(dimensions);
    String name =
        switch (element) {
          case "Z" -> "boolean";
          case "B" -> "byte";
          case "C" -> "char";
          case "S" -> "short";
          case "I" -> "int";
          case "J" -> "long";
          case "F" -> "float";
          case "D" -> "double";
          default ->
              element.startsWith("L") && element.endsWith(";")
                  ? element.substring(1, element.length() - 1)
                  : element;
        };
    return name + "[]".repeat(dimensions);
  }

  List<Collections> collections() {
    return collections.records();
  }

  @Nullable HeapAfter heapAfter() {
    return heap;
  }

  List<Allocation> allocations() {
    return allocations.records();
  }

  List<GroupBytes> groups() {
    return groups.records();
  }

  void dropped(Map<String, Long> into) {
    into.put("jfr-allocations", allocations.dropped());
    into.put("jfr-groups", groups.dropped());
  }
}
