package dev.snarl.snapshot;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The process and the machine at one moment. What could not be read is -1 or not a number, never a
 * guess; what is expensive to read may be some seconds old.
 *
 * @param files file descriptors of the process
 * @param threads threads of the process, -1 unknown
 * @param threadLimits the limits on threads: cgroups, the user, the machine
 * @param cpu processors and their use
 * @param cgroup limits of the control group
 * @param network sockets of the network namespace
 * @param children child processes
 * @param connectionPools pools of connections and objects
 * @param connectors Tomcat's connectors
 */
public record Host(
    OpenFiles files,
    long threads,
    List<ThreadLimit> threadLimits,
    Cpu cpu,
    Cgroup cgroup,
    Network network,
    Children children,
    List<ConnectionPool> connectionPools,
    List<Connector> connectors) {

  /** No limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Nothing was read. */
  public static final Host NONE =
      new Host(
          new OpenFiles(-1, -1),
          -1,
          List.of(),
          Cpu.NONE,
          Cgroup.NONE,
          Network.NONE,
          Children.NONE,
          List.of(),
          List.of());

  public Host {
    threadLimits = List.copyOf(threadLimits);
    connectionPools = List.copyOf(connectionPools);
    connectors = List.copyOf(connectors);
  }

  /** The same with the data of libraries. */
  public Host with(List<ConnectionPool> pools, List<Connector> tomcats) {
    return new Host(files, threads, threadLimits, cpu, cgroup, network, children, pools, tomcats);
  }

  /** The used share of a limit; not a number if there is none or one of the two is unknown. */
  private static double share(long used, long limit) {
    return used < 0 || limit <= 0 || limit == UNLIMITED ? Double.NaN : (double) used / limit;
  }

  /**
   * File descriptors.
   *
   * @param open those of the process, -1 unknown
   * @param limit the soft limit of this process, which a JVM raises when it starts; -1 unknown
   */
  public record OpenFiles(long open, long limit) {
    public double share() {
      return Host.share(open, limit);
    }
  }

  /**
   * One bound on the number of threads.
   *
   * @param scope a control group with its path, the user, or the machine
   * @param used threads that count against it, including those of other processes; a lower bound
   */
  public record ThreadLimit(String scope, long used, long limit) {
    public double share() {
      return Host.share(used, limit);
    }
  }

  /**
   * Processors, over the last second or two.
   *
   * @param process share of the machine's processors that the process uses
   * @param machine share that is in use
   * @param steal share that the hypervisor gave to others
   * @param load mean of runnable tasks over a minute
   * @param queued share of the machine's runnable tasks for which there was no processor at this
   *     moment
   * @param processSeconds CPU time of the process, cumulative; -1 unknown
   */
  public record Cpu(
      double process,
      double machine,
      double steal,
      double load,
      double queued,
      double processSeconds) {
    public static final Cpu NONE =
        new Cpu(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, -1);
  }

  /**
   * Limits of the control group and of its ancestors.
   *
   * @param version 1 or 2, 0 if there is none
   * @param quotas CPU quotas, one for each level that has one
   * @param memoryUsed bytes, including the page cache, of the level with the smallest limit
   * @param memoryLimit the smallest limit, {@link #UNLIMITED} for none, -1 unknown
   * @param oomKills processes of the group that the kernel killed for memory, cumulative; -1
   *     unknown
   */
  public record Cgroup(
      int version, List<CpuQuota> quotas, long memoryUsed, long memoryLimit, long oomKills) {
    public static final Cgroup NONE = new Cgroup(0, List.of(), -1, -1, -1);

    public Cgroup {
      quotas = List.copyOf(quotas);
    }
  }

  /**
   * A CPU quota. Counts are cumulative and those of the group, not of the process alone.
   *
   * @param group path of the group
   * @param processors the number of processors that it may use
   * @param periods periods in which something in the group wanted to run
   * @param throttled those in which it was stopped because the quota was exhausted
   * @param throttledNanos time for which its run queues were stopped, summed over processors
   */
  public record CpuQuota(
      String group, double processors, long periods, long throttled, long throttledNanos) {}

  /**
   * TCP in the process's network namespace.
   *
   * @param listenOverflows connections that found the queue of a listener full, cumulative, of all
   *     processes of the namespace; -1 unknown
   * @param listenDrops connections that a listener dropped for any reason, including those
   * @param othersListening listening sockets of other processes; -1 unknown
   * @param listeners sockets on which this process listens
   * @param peers remote addresses of outgoing connections, most first, bounded
   * @param own whether peers hold only connections of this process; otherwise of the whole
   *     namespace
   * @param complete false if the table was too long to be read in time
   * @param within null if a connection of this process, save those of the agent's server, has an
   *     end elsewhere, and where that is unknown
   */
  public record Network(
      long listenOverflows,
      long listenDrops,
      int othersListening,
      List<Listener> listeners,
      List<Peer> peers,
      boolean own,
      boolean complete,
      @Nullable Within within) {
    public static final Network NONE =
        new Network(-1, -1, -1, List.of(), List.of(), false, false, null);

    public Network {
      listeners = List.copyOf(listeners);
      peers = List.copyOf(peers);
    }
  }

  /**
   * Connections both ends of which are this process's.
   *
   * @param at when they were read, by {@code System.nanoTime}
   * @param ends two of each connection
   */
  public record Within(long at, int ends) {}

  /**
   * A listening socket.
   *
   * @param queued connections that wait to be accepted
   * @param states connections on its port by state, such as {@code established}
   * @param own established connections that this process has made to it itself
   */
  public record Listener(
      String address, int port, long queued, Map<String, Long> states, long own) {
    public Listener {
      states = Map.copyOf(states);
    }
  }

  /**
   * Connections to one remote address and port.
   *
   * @param group {@code 10.0.0.7:5432}, or {@code other}
   */
  public record Peer(String group, Map<String, Long> states) {
    public Peer {
      states = Map.copyOf(states);
    }

    public long connections() {
      return states.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Child processes; -1 unknown.
   *
   * @param alive running children
   * @param ended those that have ended and were not waited for
   * @param pipes ends of pipes that the process holds open: a child with its three streams open has
   *     three; there are other uses
   * @param unread those whose output fills a pipe of this process, and nobody reads it
   */
  public record Children(long alive, long ended, long pipes, List<Unread> unread) {
    public static final Children NONE = new Children(-1, -1, -1, List.of());

    public Children {
      unread = List.copyOf(unread);
    }
  }

  /**
   * A child, or a descendant, that cannot go on until this process reads what it writes.
   *
   * @param command its name, as the kernel knows it
   * @param nanos for how long it has not run, by two looks or more
   */
  public record Unread(long pid, String command, long nanos) {}
}
