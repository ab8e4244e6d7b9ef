package dev.snarl.publish;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Serves all connections on one daemon thread. No read and no write blocks, so a slow client delays
 * nobody; one that exceeds its deadline is disconnected. When {@value #MOST} are open, or their
 * answers hold more than 16 MB, the oldest is closed. Sleeps without connections, unless it shall
 * prepare for a scrape.
 */
final class HttpLoop implements Runnable {
  static final int MOST = 64;

  private static final long MOST_HELD = 16L << 20;
  private static final long SWEEP_MILLIS = 250;
  private static final long PAUSE_NANOS = 1_000_000_000L;

  private final ServerSocketChannel server;
  private final Selector selector;
  private final SelectionKey accepting;
  private final Routes routes;
  private final Runnable preparation;
  private final Consumer<Throwable> failed;
  private final Deque<Connection> open = new ArrayDeque<>();
  private final Thread thread;
  private long acceptAgainAt;
  private volatile boolean wanted;
  private boolean prepared;

  private HttpLoop(
      ServerSocketChannel server,
      Selector selector,
      Routes routes,
      Runnable preparation,
      ThreadFactory threads,
      Consumer<Throwable> failed)
      throws IOException {
    this.server = server;
    this.selector = selector;
    this.routes = routes;
    this.preparation = preparation;
    this.failed = failed;
    this.accepting = server.register(selector, SelectionKey.OP_ACCEPT);
    this.thread = threads.newThread(this);
  }

  static HttpLoop start(
      ServerSocketChannel server, Routes routes, ThreadFactory threads, Consumer<Throwable> failed)
      throws IOException {
    return start(server, routes, routes::prepare, threads, failed);
  }

  static HttpLoop start(
      ServerSocketChannel server,
      Routes routes,
      Runnable preparation,
      ThreadFactory threads,
      Consumer<Throwable> failed)
      throws IOException {
    Selector selector = null;
    try {
      selector = Selector.open();
      HttpLoop loop = new HttpLoop(server, selector, routes, preparation, threads, failed);
      loop.thread.setContextClassLoader(HttpLoop.class.getClassLoader());
      // The error has been reported, or could not be; the application's handler may end the JVM.
      loop.thread.setUncaughtExceptionHandler((thread, thrown) -> {});
      loop.thread.start();
      return loop;
    } catch (IOException | RuntimeException | Error e) {
      if (selector != null) {
        selector.close();
      }
      server.close();
      throw e;
    }
  }

  /** Lets the thread prepare for a scrape, once; from any thread. */
  void prepareSoon() {
    wanted = true;
    selector.wakeup();
  }

  void close() {
    try {
      server.close();
      selector.close();
      thread.join(1_000);
    } catch (IOException e) {
      failed.accept(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    try {
      while (selector.isOpen()) {
        prepare();
        boolean idle = open.isEmpty() && accepting.interestOps() != 0;
        selector.select(this::ready, idle ? 0 : SWEEP_MILLIS);
        Thread.interrupted();
        sweep(System.nanoTime());
        makeRoom();
      }
    } catch (ClosedSelectorException | CancelledKeyException e) {
      // closed from outside: the end
    } catch (IOException | RuntimeException | Error e) {
      failed.accept(e);
    } finally {
      open.forEach(Connection::close);
      open.clear();
      closePort();
    }
  }

  /** Once, also if it fails: later requests for the same are then answered with 500. */
  private void prepare() {
    if (!wanted || prepared) {
      return;
    }
    prepared = true;
    try {
      preparation.run();
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    }
  }

  private void closePort() {
    try {
      selector.close();
      server.close();
    } catch (IOException e) {
      failed.accept(e);
    }
  }

  private void ready(SelectionKey key) {
    Thread.interrupted(); // by the application: a channel would close itself
    if (key == accepting) {
      accept();
    } else if (key.attachment() instanceof Connection connection) {
      try {
        connection.proceed(key, routes, System.nanoTime());
      } catch (IOException e) {
        connection.close();
      } catch (RuntimeException | Error e) {
        connection.close();
        failed.accept(e);
      }
    }
  }

  private void accept() {
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return;
      }
      if (open.size() >= MOST) {
        open.removeFirst().close();
      }
      open.addLast(Connection.accepted(channel, selector, System.nanoTime()));
    } catch (IOException e) {
      // out of file descriptors, most likely: trying again at once would spin
      accepting.interestOps(0);
      acceptAgainAt = System.nanoTime() + PAUSE_NANOS;
    }
  }

  private void sweep(long now) {
    for (Iterator<Connection> all = open.iterator(); all.hasNext(); ) {
      Connection connection = all.next();
      if (connection.isOver(now)) {
        connection.close();
        all.remove();
      }
    }
    if (accepting.interestOps() == 0 && now - acceptAgainAt >= 0) {
      accepting.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  /** Unread answers are dropped, the oldest first, before they take too much memory. */
  private void makeRoom() {
    while (open.size() > 1 && heldBytes() > MOST_HELD) {
      open.removeFirst().close();
    }
  }

  private long heldBytes() {
    IdentityHashMap<byte[], Integer> held = new IdentityHashMap<>();
    open.forEach(connection -> connection.addHeld(held));
    return held.values().stream().mapToLong(Integer::longValue).sum();
  }
}
