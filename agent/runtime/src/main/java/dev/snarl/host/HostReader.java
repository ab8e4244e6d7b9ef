package dev.snarl.host;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Cgroup;
import dev.snarl.snapshot.Host.Children;
import dev.snarl.snapshot.Host.Cpu;
import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Host.OpenFiles;
import dev.snarl.snapshot.Host.ThreadLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The process, its limits, its sockets and its machine, from the kernel's files. The observer's
 * thread calls it with each snapshot. It reads some twenty small files every five seconds, in less
 * than a millisecond; the expensive parts come from {@link SlowLook}. On a system without these
 * files everything is unknown.
 */
public final class HostReader implements AutoCloseable {

  private static final long EVERY = 5_000_000_000L;

  private final Root root;
  private final SlowLook slow;
  private final ThreadFactory threads;
  private final ProcessorTimes processors;
  private final ControlGroups groups;
  private @Nullable Thread thread;
  private Host last = Host.NONE;
  private long readAt;
  private boolean read;
  private int ownPort = -1;
  private long drops = -1;

  /** Of this machine; the factory creates the thread for the expensive parts. */
  public HostReader(ThreadFactory threads) {
    this(Path.of("/"), threads);
  }

  HostReader(Path folder, ThreadFactory threads) {
    this.root = new Root(folder);
    this.slow = new SlowLook(folder);
    this.threads = threads;
    this.processors = new ProcessorTimes(root);
    this.groups = new ControlGroups(root);
  }

  /** The agent's own port, which is none of the application's listeners. */
  public void leaveOut(int port) {
    ownPort = port;
    slow.leaveOut(port);
  }

  /** CPU time of the thread for the expensive parts. */
  public long cpuNanos() {
    return slow.cpuNanos();
  }

  /** The latest; at most five seconds old, except for the expensive parts. */
  public Host read() {
    long now = System.nanoTime();
    if (!read || now - readAt >= EVERY) {
      if (thread == null && root.isFolder("/proc/self")) {
        Thread started = threads.newThread(slow);
        thread = started;
        started.start();
      }
      try {
        last = look();
      } catch (RuntimeException e) {
        last = Host.NONE; // the rest of the snapshot must not be lost with it
      }
      readAt = now;
      read = true;
    }
    return last;
  }

  /** The same at once, including the expensive parts, on the calling thread. */
  Host lookAtAll() {
    slow.look();
    return look();
  }

  private Host look() {
    SlowLook.Found found = slow.found();
    String status = root.text("/proc/self/status");
    Cpu cpu = processors.read();
    Cgroup cgroup = groups.read();
    long counted = Descriptors.count(root);
    List<ThreadLimit> limits = new ArrayList<>(groups.threadLimits());
    limits.addAll(UserLimit.read(root, status, found.processes().userThreads()));
    ListenCounters listen = ListenCounters.read(root);
    Network network = found.network();
    return new Host(
        new OpenFiles(
            counted >= 0 ? counted : found.files().open(),
            Lines.numberAfter(root.text("/proc/self/limits"), "Max open files")),
        Lines.numberAfter(status, "Threads:"),
        limits,
        cpu,
        cgroup,
        new Network(
            listen.overflows(),
            listen.drops(),
            network.othersListening(),
            listeners(network, listen),
            network.peers(),
            network.own(),
            network.complete(),
            network.within()),
        new Children(
            found.processes().children(),
            found.processes().ended(),
            found.files().pipeEnds(),
            found.unread()),
        List.of(),
        List.of());
  }

  /** While connections are dropped, the queue lengths are read again. */
  private List<Listener> listeners(Network network, ListenCounters listen) {
    List<Listener> ours =
        network.listeners().stream().filter(listener -> listener.port() != ownPort).toList();
    boolean dropping = drops >= 0 && listen.drops() > drops;
    drops = listen.drops();
    return dropping ? AcceptQueues.now(root, ours) : ours;
  }

  /** Ends the thread; waits for it up to a second. */
  @Override
  public void close() {
    slow.close();
    Thread started = thread;
    if (started != null) {
      started.interrupt();
      try {
        started.join(1_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
