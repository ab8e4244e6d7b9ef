package dev.snarl.observe.tasks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Input;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.snapshot.LibraryUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Watches the threads that consume from a message broker: a few looks at each tick, one stack each.
 * Time in their own poll is theirs; what else they block in is added up by site, with the calls
 * that ended between two looks at one site. The observer's thread only.
 */
public final class Consumers {

  private static final int LOOKS_EACH_TICK = 6;
  private static final int MOST_THREADS = 1_000;
  private static final int SITES_OF_A_THREAD = 8;
  private static final long LONGEST_STEP = 1_000_000_000L;

  private static final class Place {
    final Site site;
    String call = "";
    @Nullable String input;
    long nanos;
    long calls;

    Place(Site site) {
      this.site = site;
    }
  }

  private static final class Consumer {
    final SnarlSlot slot;
    final Map<Site, Place> places = new HashMap<>();
    long lookedAt;
    @Nullable Site lastSite;
    long lastCalls;

    Consumer(SnarlSlot slot) {
      this.slot = slot;
    }
  }

  private final Sites sites;
  private final Names names;
  private final IdentityHashMap<Thread, Consumer> consumers = new IdentityHashMap<>();
  private List<Thread> order = new ArrayList<>();
  private int next;

  public Consumers(Sites sites, Names names) {
    this.sites = sites;
    this.names = names;
  }

  /** A slot that has polled more than once. */
  public void met(SnarlSlot slot, Thread owner) {
    if (!consumers.containsKey(owner) && consumers.size() < MOST_THREADS) {
      consumers.put(owner, new Consumer(slot));
      order = new ArrayList<>(consumers.keySet());
    }
  }

  public void tick(Looks looks, long now) {
    if (consumers.isEmpty()) {
      return;
    }
    boolean left =
        consumers.entrySet().removeIf(entry -> entry.getValue().slot.owner != entry.getKey());
    if (left) {
      order = new ArrayList<>(consumers.keySet());
    }
    for (int i = 0; i < Math.min(LOOKS_EACH_TICK, order.size()); i++) {
      Thread thread = order.get(Math.floorMod(next++, order.size()));
      Consumer consumer = consumers.get(thread);
      if (consumer != null) {
        Turn turn = begin(thread, consumer, now);
        SnarlSlot slot = consumer.slot;
        if (slot.polling == 0 && !fansOut(slot)) {
          looks.at(thread, seen -> look(turn, seen.look(sites, now)));
        }
      }
    }
  }

  private static void look(Turn turn, Look look) {
    SnarlSlot slot = turn.consumer.slot;
    if (look.blockedIn() != null && slot.polling == 0 && slot.owner == turn.thread && !turn.first) {
      turn.consumer.lastSite = look.site();
      add(turn, look);
    }
  }

  /** What was known of a consumer before it was looked at. */
  private record Turn(
      Thread thread,
      Consumer consumer,
      boolean first,
      long step,
      long calls,
      @Nullable Site lastSite) {}

  private Turn begin(Thread thread, Consumer consumer, long now) {
    SnarlSlot slot = consumer.slot;
    long calls = slot.exchanges + slot.waitCount;
    Turn turn =
        new Turn(
            thread,
            consumer,
            consumer.lookedAt == 0,
            Math.min(now - consumer.lookedAt, LONGEST_STEP * Math.max(1, order.size() / 6)),
            calls - consumer.lastCalls,
            consumer.lastSite);
    consumer.lookedAt = now;
    consumer.lastCalls = calls;
    consumer.lastSite = null;
    return turn;
  }

  /** It waits for several tasks at once: that is what it should do. */
  private static boolean fansOut(SnarlSlot slot) {
    int top = slot.waits - 1;
    if (top < 0 || top >= SnarlSlot.DEPTH) {
      return false;
    }
    Object future = slot.waitedFor[top];
    return slot.width[top] > 1 || (future != null && WaitsOver.batch(slot, future));
  }

  private static void add(Turn turn, Look look) {
    Consumer consumer = turn.consumer;
    Site site = look.site();
    Place place = consumer.places.get(site);
    if (place == null) {
      if (consumer.places.size() >= SITES_OF_A_THREAD) {
        return;
      }
      place = new Place(site);
      consumer.places.put(site, place);
    }
    Input input = look.input();
    place.call = input != null ? input.call() : look.blockedIn() == null ? "" : look.blockedIn();
    place.input = input == null ? null : input.kind();
    place.nanos += turn.step;
    if (turn.lastSite == site) {
      place.calls += Math.max(0, turn.calls);
    }
  }

  public List<LibraryUse.ConsumerSite> records(long now) {
    List<LibraryUse.ConsumerSite> records = new ArrayList<>();
    consumers.forEach(
        (thread, consumer) -> {
          SnarlSlot slot = consumer.slot;
          Class<?> client = slot.consumer;
          for (Place place : consumer.places.values()) {
            records.add(
                new LibraryUse.ConsumerSite(
                    JdkCalls.id(thread),
                    names.group(thread.getName()),
                    client == null ? "" : client.getName(),
                    place.site.text,
                    place.call,
                    place.input,
                    place.nanos,
                    place.calls,
                    slot.polls,
                    slot.lastGap,
                    slot.polledAt == 0 ? 0 : Math.max(0, now - slot.polledAt)));
          }
        });
    return records;
  }
}
