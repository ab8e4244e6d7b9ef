package dev.snarl.observe.coroutines;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.Table;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.slots.LoopKind;
import dev.snarl.observe.slots.LoopLine;
import dev.snarl.observe.slots.Notes;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Samples threads on which nothing may block: workers of {@code Dispatchers.Default} while they run
 * its tasks, and event loops. Up to 12 looks a tick, in turns; a look stands for those that found
 * no place, so the times are right in the mean. The observer's thread only.
 */
final class LoopWatch {

  private static final int PARKED_LOOKS = 8;
  private static final int RUNNING_LOOKS = 4;
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final long SECOND = 1_000_000_000L;

  private final Frames frames;
  private final Sites sites;
  private final Names names;
  private final Map<String, Crew> crews = new HashMap<>();
  private final Table<Place, Cell> cells =
      new Table<>(300, new Place(Site.OTHER, "other"), Cell::new);
  private final List<Candidate> parked = new ArrayList<>();
  private final List<Candidate> running = new ArrayList<>();
  private int turn;

  LoopWatch(Frames frames, Sites sites, Names names) {
    this.frames = frames;
    this.sites = sites;
    this.names = names;
  }

  /** The threads that share a name, and how many of them are blocked. */
  private static final class Crew {
    final String name;
    final boolean eventLoop;
    int capacity;
    double blocked;
    long fullNanos;

    Crew(String name, boolean eventLoop) {
      this.name = name;
      this.eventLoop = eventLoop;
    }
  }

  private record Place(Site site, String crew) {}

  private record Candidate(Thread thread, LoopKind kind, Crew crew, @Nullable LoopLine line) {

    /** Whether it may block by now: it may have begun to since it was met. */
    boolean mayBlock() {
      return line != null && line.mayBlock(thread);
    }
  }

  private static final class Cell {
    final Place place;
    String blockedIn = "";
    long sightings;
    long seconds;
    long lastSecond;
    long nanos;

    Cell(Place place) {
      this.place = place;
    }
  }

  void begin() {
    parked.clear();
    running.clear();
    for (Crew crew : crews.values()) {
      crew.capacity = crew.eventLoop ? 0 : crew.capacity;
      crew.blocked = 0;
    }
  }

  /** A thread that runs a task of a dispatcher for the CPU. */
  void worker(Thread thread, String dispatcher, int parallelism) {
    Crew crew = crew(dispatcher, false);
    if (crew != null) {
      crew.capacity = parallelism;
      add(new Candidate(thread, LoopKind.COROUTINES, crew, null));
    }
  }

  void loop(Thread thread, Notes notes, @Nullable LoopLine line) {
    Crew crew = crew(notes.group(thread, names), true);
    if (crew != null) {
      crew.capacity++;
      add(new Candidate(thread, notes.loop, crew, line));
    }
  }

  private @Nullable Crew crew(String name, boolean eventLoop) {
    Crew crew = crews.get(name);
    if (crew == null && crews.size() < 200) {
      crew = new Crew(name, eventLoop);
      crews.put(name, crew);
    }
    return crew;
  }

  private void add(Candidate candidate) {
    switch (JdkCalls.state(candidate.thread)) {
      case WAITING, TIMED_WAITING -> parked.add(candidate);
      case RUNNABLE -> running.add(candidate);
      default -> {}
    }
  }

  void look(Looks looks, long now, long elapsed) {
    look(looks, parked, PARKED_LOOKS, now, elapsed);
    look(looks, running, RUNNING_LOOKS, now, elapsed);
    turn++;
  }

  boolean any() {
    return !parked.isEmpty() || !running.isEmpty();
  }

  /** After the looks. */
  void end(long elapsed) {
    for (Crew crew : crews.values()) {
      // An event loop's threads start when they are needed: those not seen yet are free.
      int threads = crew.eventLoop ? Math.max(crew.capacity, PROCESSORS) : crew.capacity;
      if (threads > 0 && crew.blocked > threads - 0.5) {
        crew.fullNanos += elapsed;
      }
    }
  }

  private void look(Looks looks, List<Candidate> candidates, int budget, long now, long elapsed) {
    int most = Math.min(budget, candidates.size());
    double weight = most == 0 ? 0 : (double) candidates.size() / most;
    for (int i = 0; i < most; i++) {
      Candidate chosen = candidates.get(Math.floorMod(turn * budget + i, candidates.size()));
      looks.at(chosen.thread, seen -> add(chosen, seen, weight, now, (long) (elapsed * weight)));
    }
  }

  private void add(
      Candidate candidate, ThreadLook.Seen looked, double weight, long now, long nanos) {
    String calls = candidate.line == null ? "" : candidate.line.in();
    LoopLook seen = LoopLook.in(looked, candidate.kind, calls, frames, sites);
    if (seen == null || candidate.mayBlock()) {
      return;
    }
    candidate.crew.blocked += weight;
    Cell cell = cells.cell(new Place(seen.site(), candidate.crew.name));
    cell.blockedIn = seen.blockedIn();
    cell.sightings++;
    cell.nanos += nanos;
    if (cell.seconds == 0 || now - cell.lastSecond >= SECOND) {
      cell.seconds++;
      cell.lastSecond = now;
    }
  }

  List<Coroutines.Blocking> records() {
    List<Coroutines.Blocking> records = new ArrayList<>();
    for (Cell cell : cells.all()) {
      Crew crew = crews.get(cell.place.crew);
      records.add(
          new Coroutines.Blocking(
              cell.place.site.text,
              cell.blockedIn,
              cell.place.crew,
              crew != null && crew.eventLoop,
              crew == null ? 0 : crew.capacity,
              cell.sightings,
              cell.seconds,
              cell.nanos,
              crew == null ? 0 : crew.fullNanos));
    }
    return records;
  }
}
