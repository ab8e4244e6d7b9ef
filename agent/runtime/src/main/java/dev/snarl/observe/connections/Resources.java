package dev.snarl.observe.connections;

import dev.snarl.observe.pools.Known;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Connector;
import dev.snarl.snapshot.Host;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SnarlClients;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pools of connections and Tomcat's endpoints: made known by their constructors, read by the
 * observer. While a pool has callers that wait, it is read each tick, and a few of them and of the
 * threads that hold its connections are looked at. No pool is asked anything.
 */
public final class Resources {

  private static final int MOST = 200;
  private static final int LOOKS = 2;
  private static final int HELD_AGAIN = 30;
  private static final long SECOND = 1_000_000_000L;

  private final Sites sites;
  private final CopyOnWriteArrayList<Resource> known = new CopyOnWriteArrayList<>();
  public final AtomicLong dropped = new AtomicLong();

  /** A thread, and the identity hash of the pool that it waits for or took a connection from. */
  private record Party(Thread thread, int pool) {}

  private final List<Party> waiters = new ArrayList<>();
  private final List<Party> holders = new ArrayList<>();

  /** By pool, the connections of threads that wait for another. */
  private final Map<Integer, Integer> nested = new HashMap<>();

  private long handedOver;
  private long handedOverAt = Long.MIN_VALUE;
  private int turn;

  public Resources(Sites sites) {
    this.sites = sites;
  }

  // ---- on application threads ----

  public Resource built(Object object, @Nullable Site site) {
    Resource before = find(object);
    if (before != null) {
      return before;
    }
    Resource fresh = new Resource(object, ConnectionReader.of(object), site);
    if (known.size() < MOST || dropOne()) {
      known.add(fresh);
    } else {
      dropped.incrementAndGet();
    }
    return fresh;
  }

  /** Whether there was one that is gone. */
  private boolean dropOne() {
    for (Resource resource : known) {
      if (resource.refersTo(null) && known.remove(resource)) {
        return true;
      }
    }
    return false;
  }

  public void refused(Object thrown, Object object) {
    Resource resource = built(object, null);
    if (resource.pool != null
        && thrown instanceof Throwable throwable
        && resource.pool.exhausted(throwable)) {
      resource.waits(System.nanoTime(), sites.here().site.text);
      resource.timeouts.incrementAndGet();
    }
  }

  private @Nullable Resource find(Object object) {
    for (Resource resource : known) {
      if (resource.refersTo(object)) {
        return resource;
      }
    }
    return null;
  }

  // ---- on the observer's thread ----

  /** A thread that was there before the agent may lead to some. */
  public void existing(Thread thread) {
    for (Object found : EarlierResources.of(thread)) {
      built(found, null);
    }
  }

  /** Before the slots of a tick are read. */
  public void begin(long now) {
    waiters.clear();
    holders.clear();
    nested.clear();
    if (SnarlClients.handedOver != handedOver) {
      handedOver = SnarlClients.handedOver;
      handedOverAt = now;
    }
  }

  public void slot(SnarlSlot slot, Thread owner) {
    Object asked = slot.asks;
    if (asked != null) {
      int pool = System.identityHashCode(asked);
      waiters.add(new Party(owner, pool));
      if (slot.borrowed > 0 && slot.lender == pool) {
        nested.merge(pool, slot.borrowed, Integer::sum);
      }
    } else if (slot.borrowed > 0) {
      holders.add(new Party(owner, slot.lender));
    }
  }

  /** After them: looks at a few of the threads that wait, and at a few of those that hold. */
  public void end(Looks looks, long now) {
    turn++;
    for (Resource resource : known) {
      if (resource.isPending()) {
        resource.look(now);
      }
      resource.nested(passedOn(now) ? 0 : nested.getOrDefault(resource.hash, 0));
    }
    if (waiters.isEmpty()) {
      return;
    }
    look(waiters, looks, now, true);
    if (!passedOn(now)) {
      look(holders, looks, now, false);
    }
  }

  /** Who took a connection may have passed it on: then nobody knows who holds it. */
  private boolean passedOn(long now) {
    return handedOverAt != Long.MIN_VALUE && now - handedOverAt <= HELD_AGAIN * SECOND;
  }

  /** Whether callers wait for a connection of some pool. */
  public boolean pending() {
    return known.stream().anyMatch(Resource::isPending);
  }

  private void look(List<Party> parties, Looks looks, long now, boolean waiting) {
    for (int i = 0; i < Math.min(LOOKS, parties.size()); i++) {
      Party party = parties.get(Math.floorMod(turn * LOOKS + i, parties.size()));
      Resource resource = withHash(party.pool);
      if (resource == null || (!waiting && waiters.stream().noneMatch(w -> w.pool == party.pool))) {
        continue;
      }
      looks.at(party.thread, seen -> seen(resource, seen.look(sites, now), now, waiting));
    }
  }

  private static void seen(Resource resource, Look look, long now, boolean waiting) {
    if (!waiting) {
      resource.holds(now, look.doing());
    } else if (look.blockedIn() != null) {
      resource.waits(now, look.site().text);
    }
  }

  /** The name of the pool that a thread waits for a connection of; null for none. */
  public @Nullable String lender(Thread thread) {
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Object asked = slot == null ? null : slot.asks;
    Resource resource = asked == null ? null : withHash(System.identityHashCode(asked));
    return resource == null || resource.name.isEmpty() ? null : resource.name;
  }

  private @Nullable Resource withHash(int hash) {
    for (Resource resource : known) {
      if (resource.hash == hash) {
        return resource;
      }
    }
    return null;
  }

  public Host addTo(Host host, Map<Known, Known> executors) {
    return host.with(
        connectionPools(System.nanoTime()),
        connectors(executor -> executors.get(Known.key(executor))));
  }

  private List<ConnectionPool> connectionPools(long now) {
    List<ConnectionPool> records = new ArrayList<>();
    Set<Object> inner = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Resource resource : known) {
      Object object = resource.get();
      Object within = object == null || resource.pool == null ? null : resource.pool.inner(object);
      if (within != null) {
        inner.add(within);
      }
    }
    for (Resource resource : known) {
      Object object = resource.get();
      ConnectionReader reader = inner.contains(object) ? null : resource.pool;
      ConnectionReader.Counts counts = reader == null ? null : resource.read(now);
      if (object == null || reader == null || counts == null) {
        continue;
      }
      name(resource, reader, object);
      records.add(
          new ConnectionPool(
              resource.name,
              reader.library(),
              reader.jdbc(),
              resource.site == null ? null : resource.site.text,
              counts.size(),
              counts.active(),
              counts.idle(),
              counts.min(),
              counts.max(),
              counts.pending(),
              resource.pendingSeconds(now),
              resource.briefly(),
              resource.timeouts.get(),
              resource.waitingAt(now),
              resource.heldAt(now),
              resource.nested(),
              counts.route()));
    }
    return records;
  }

  /** Once and for all; a second pool of the same name gets a number. */
  private void name(Resource resource, ConnectionReader reader, Object object) {
    if (!resource.name.isEmpty()) {
      return;
    }
    String own = reader.name(object);
    String wanted = Names.cut(own == null || own.isEmpty() ? reader.library() : own);
    String name = wanted;
    for (int i = 2; taken(name); i++) {
      name = wanted + " (" + i + ')';
    }
    resource.name = name;
  }

  private boolean taken(String name) {
    return known.stream().anyMatch(other -> other.get() != null && other.name.equals(name));
  }

  private List<Connector> connectors(Function<Object, @Nullable Known> poolOf) {
    List<Connector> records = new ArrayList<>();
    for (Resource resource : known) {
      Object object = resource.pool == null ? resource.get() : null;
      Connector connector = object == null ? null : TomcatEndpoint.read(object, poolOf);
      if (connector != null) {
        records.add(connector);
      }
    }
    return records;
  }
}
