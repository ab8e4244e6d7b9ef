package dev.snarl.jfr;

import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * Streams {@code jdk.VirtualThreadPinned}: virtual threads that blocked and could not leave their
 * carrier. A recording of its own, kept for a moment; other recordings are left alone. It runs on a
 * daemon thread of the agent, and costs about 60 MB of memory and 0.4 s to start, so it is started
 * only where there are virtual threads.
 */
public final class PinnedStream implements AutoCloseable {

  private static final String PINNED = "jdk.VirtualThreadPinned";
  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final long MOST_BYTES = 8L << 20;

  /** Told of each event. */
  public interface Listener {
    /**
     * A virtual thread was pinned.
     *
     * @param stack the top first
     * @param reason as the JVM says it, from JDK 24 on; null before
     */
    void pinned(StackTraceElement[] stack, @Nullable String reason, long nanos);
  }

  private final RecordingStream stream = new RecordingStream();
  private final Listener listener;

  /**
   * Prepares the stream.
   *
   * @param least shorter pins are not reported
   * @throws IllegalStateException if the flight recorder cannot write its files
   */
  public PinnedStream(Duration least, Listener listener) {
    this.listener = listener;
    stream.setMaxAge(KEPT);
    stream.setMaxSize(MOST_BYTES);
    stream.setReuse(true);
    stream.setOrdered(false);
    stream.enable(PINNED).withThreshold(least).withStackTrace();
    stream.onEvent(PINNED, this::take);
  }

  /**
   * Streams on the calling thread until it is closed. Not {@code startAsync}, whose thread is no
   * daemon: with it, a JVM whose last thread has ended would never exit.
   */
  public void run() {
    stream.start();
  }

  private void take(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    String reason = event.hasField("pinnedReason") ? event.getString("pinnedReason") : null;
    listener.pinned(
        trace == null ? new StackTraceElement[0] : stack(trace.getFrames()),
        reason,
        event.getDuration().toNanos());
  }

  private static StackTraceElement[] stack(List<RecordedFrame> frames) {
    StackTraceElement[] stack = new StackTraceElement[frames.size()];
    for (int i = 0; i < stack.length; i++) {
      RecordedFrame frame = frames.get(i);
      RecordedMethod method = frame.getMethod();
      String type = method.getType().getName();
      stack[i] = new StackTraceElement(type, method.getName(), fileOf(type), frame.getLineNumber());
    }
    return stack;
  }

  /** The flight recorder does not keep the file's name; for Java it is that of the outer class. */
  private static String fileOf(String type) {
    String simple = type.substring(type.lastIndexOf('.') + 1);
    int nested = simple.indexOf('$');
    return (nested > 0 ? simple.substring(0, nested) : simple) + ".java";
  }

  @Override
  public void close() {
    stream.close();
  }
}
