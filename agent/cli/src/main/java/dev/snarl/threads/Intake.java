package dev.snarl.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of dumps, within bounds: equal frames and equal stacks are kept once, and there is
 * an end to threads, frames and text. Memory is bounded by some 100 MB, and in practice is a few
 * per cent of the file.
 */
final class Intake {
  static final int LONGEST_NAME = 500;
  private static final int MOST_THREADS = 300_000;
  private static final int MOST_FRAMES = 100_000;
  private static final int MOST_STACK_FRAMES = 4_000_000;
  private static final int DEEPEST = 2_048;
  private static final int MOST_HELD = 200;

  private final Map<String, @Nullable StackTraceElement> frames = new HashMap<>();
  private final Map<List<StackTraceElement>, List<StackTraceElement>> stacks = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private int threads;
  private int kept;
  private boolean full;

  /** Whether something found no room. */
  boolean full() {
    return full;
  }

  boolean room() {
    full |= threads >= MOST_THREADS || kept >= MOST_STACK_FRAMES;
    return !full;
  }

  /** The frame that a text stands for, null where it is none. */
  @Nullable StackTraceElement frame(String text) {
    StackTraceElement frame = frames.get(text);
    if (frame == null && !frames.containsKey(text)) {
      if (frames.size() >= MOST_FRAMES) {
        full = true;
        return null;
      }
      frame = FrameText.parse(text);
      frames.put(text, frame);
    }
    return frame;
  }

  void add(List<StackTraceElement> stack, @Nullable StackTraceElement frame) {
    // The class of a lambda object is made up by the JVM, in every one under another name.
    if (frame != null && stack.size() < DEEPEST && !frame.getClassName().contains("$$Lambda")) {
      stack.add(frame);
    }
  }

  void hold(List<Held> held, String id, String type) {
    if (held.size() < MOST_HELD) {
      held.add(new Held(text(id), text(type)));
    }
  }

  /** One object for equal texts, as long as there are not too many. */
  String text(String text) {
    String known = texts.get(text);
    if (known == null && texts.size() < MOST_FRAMES) {
      texts.put(text, text);
    }
    return known == null ? text : known;
  }

  /** A stack to keep; equal ones are one object. */
  List<StackTraceElement> stack(List<StackTraceElement> frames) {
    threads++;
    List<StackTraceElement> known = stacks.get(frames);
    if (known != null) {
      return known;
    }
    List<StackTraceElement> copy = List.copyOf(frames);
    kept += copy.size();
    stacks.put(copy, copy);
    return copy;
  }

  static String name(String name) {
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }

  /** The monitors that are really held: one that is waited on was given back. */
  static List<Held> really(List<Held> held, @Nullable Blocker blocker) {
    List<Held> really = new ArrayList<>();
    for (Held each : held) {
      if ((blocker == null || !each.id().equals(blocker.id())) && !really.contains(each)) {
        really.add(each);
      }
    }
    return really;
  }
}
