package dev.snarl.delivery;

import dev.snarl.text.Text;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue for delivery, bounded in parcels and bytes; the oldest is dropped. Its thread delivers
 * them in order, backs off after each failure, and continues when delivery works again. It reports
 * once that it fails and once that it works again, and then nothing for ten minutes. The time of a
 * parcel is the current time minus its age, so that it follows a clock that was adjusted.
 *
 * @param <T> what a parcel holds
 */
public final class Outbox<T> implements Runnable {
  private static final long FIRST_PAUSE_MILLIS = 1_000;
  private static final long LONGEST_PAUSE_MILLIS = 60_000;
  private static final long LONGEST_WANTED_MILLIS = 600_000;
  private static final long QUIET_NANOS = 600_000_000_000L;
  private static final int LONGEST_LINE = 300;

  private record Parcel<T>(long nanos, T data) {}

  private final Delivery<T> delivery;
  private final Size<T> size;
  private final Route route;
  private final Consumer<String> lines;
  private final long firstPauseMillis;
  // Not a Condition: its waits initialise ForkJoinPool, which then reads its system properties
  // before main may have set them.
  private final Object lock = new Object();
  private final Deque<Parcel<T>> waiting = new ArrayDeque<>();
  private final AtomicLong lost = new AtomicLong();
  private long bytes;
  private boolean closed;
  private boolean failing;
  private int failures;
  private long lostBefore;
  private boolean said;
  private long saidAt;

  /**
   * Words for its lines.
   *
   * @param what is delivered, in the plural: {@code metrics}
   * @param receiver {@code CloudWatch}
   * @param name of the way there
   */
  public record Route(String what, String receiver, String name) {}

  /** A queue whose thread is to run it. */
  public Outbox(Delivery<T> delivery, Size<T> size, Route route, Consumer<String> lines) {
    this(delivery, size, route, lines, FIRST_PAUSE_MILLIS);
  }

  Outbox(
      Delivery<T> delivery,
      Size<T> size,
      Route route,
      Consumer<String> lines,
      long firstPauseMillis) {
    this.delivery = delivery;
    this.size = size;
    this.route = route;
    this.lines = lines;
    this.firstPauseMillis = firstPauseMillis;
  }

  /** Never blocks longer than an access to the queue. */
  public void offer(T data) {
    long more = size.bytes().applyAsLong(data);
    synchronized (lock) {
      // The oldest may be in delivery and stays; the next oldest is dropped.
      while (waiting.size() > 1
          && (waiting.size() >= size.most() || bytes + more > size.mostBytes())) {
        Parcel<T> onItsWay = waiting.removeFirst();
        drop(waiting.removeFirst());
        waiting.addFirst(onItsWay);
      }
      waiting.addLast(new Parcel<>(System.nanoTime(), data));
      bytes += more;
      lock.notifyAll();
    }
  }

  private void drop(Parcel<T> parcel) {
    lost.addAndGet(size.items().applyAsInt(parcel.data()));
    bytes -= size.bytes().applyAsLong(parcel.data());
  }

  /** Data dropped since the start. */
  public long lost() {
    return lost.get();
  }

  int waiting() {
    synchronized (lock) {
      return waiting.size();
    }
  }

  /** Waits until all is delivered, while deliveries succeed. */
  public boolean drained(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    synchronized (lock) {
      long left = end - System.nanoTime();
      while (!waiting.isEmpty() && !failing && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
        left = end - System.nanoTime();
      }
      return waiting.isEmpty();
    }
  }

  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }

  @Override
  public void run() {
    try {
      Parcel<T> next = next();
      while (next != null) {
        long pause = deliver(next);
        if (pause > 0 && !pause(pause)) {
          return;
        }
        next = next();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      delivery.close();
    }
  }

  private @Nullable Parcel<T> next() throws InterruptedException {
    synchronized (lock) {
      while (waiting.isEmpty() && !closed) {
        lock.wait();
      }
      return closed ? null : waiting.peekFirst();
    }
  }

  /** The pause before the next attempt. */
  private long deliver(Parcel<T> parcel) throws InterruptedException {
    try {
      delivery.deliver(parcel.data(), Instant.now().minusNanos(System.nanoTime() - parcel.nanos()));
      done(parcel);
      return 0;
    } catch (Refused refused) {
      lost.addAndGet(refused.lost(size.items().applyAsInt(parcel.data())));
      say(
          route.receiver()
              + " refuses "
              + route.what()
              + ", they are dropped: "
              + refused.getMessage());
      done(parcel);
      return 0;
    } catch (IOException | RuntimeException | LinkageError e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return failed(e);
    }
  }

  private void done(Parcel<T> parcel) {
    synchronized (lock) {
      waiting.removeFirst();
      bytes -= size.bytes().applyAsLong(parcel.data());
      if (failing) {
        failing = false;
        failures = 0;
        if (said) {
          lines.accept(
              "snarl: "
                  + route.what()
                  + " reach "
                  + route.name()
                  + " again; lost: "
                  + (lost.get() - lostBefore));
          said = false;
        }
      }
      lock.notifyAll();
    }
  }

  private long failed(Throwable e) {
    synchronized (lock) {
      if (!failing) {
        failing = true;
        lostBefore = lost.get();
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        said = say(route.what() + " do not reach " + route.name() + ", trying again: " + reason);
      }
      lock.notifyAll();
      long pause = firstPauseMillis << Math.min(failures++, 10);
      long bounded = Math.min(pause, LONGEST_PAUSE_MILLIS);
      long uneven = bounded / 2 + (System.nanoTime() >>> 8) % (bounded / 2 + 1);
      return e instanceof Later later ? Math.max(uneven, wanted(later)) : uneven;
    }
  }

  private static long wanted(Later later) {
    return Math.min(later.pause().toMillis(), LONGEST_WANTED_MILLIS);
  }

  private boolean say(String text) {
    long now = System.nanoTime();
    if (saidAt != 0 && now - saidAt < QUIET_NANOS) {
      return false;
    }
    saidAt = now;
    lines.accept("snarl: " + Text.oneLine(text, LONGEST_LINE));
    return true;
  }

  /** False if closed meanwhile. */
  private boolean pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lock) {
      long left = end - System.nanoTime();
      while (!closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
        left = end - System.nanoTime();
      }
      return !closed;
    }
  }
}
