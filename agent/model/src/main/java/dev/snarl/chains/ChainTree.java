package dev.snarl.chains;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chains of waits as a tree: each frame is what a thread or queue does, its children what that
 * waits for, its weight the seconds that threads spent there. Bounded: beyond its frames, the rest
 * of a chain is one frame {@link End#OTHER}. Not thread-safe.
 */
public final class ChainTree {

  /** A frame with the time of all chains through it, and of those that end in it. */
  public static final class Frame {
    private final Map<Link, Frame> children = new LinkedHashMap<>();
    private final EnumMap<End, Double> ends = new EnumMap<>(End.class);
    private double seconds;

    /** Thread-seconds of all chains through it. */
    public double seconds() {
      return seconds;
    }

    public Map<Link, Frame> children() {
      return children;
    }

    /** Thread-seconds of the chains that end here, by their end. */
    public Map<End, Double> ends() {
      return ends;
    }
  }

  private final int mostFrames;
  private final Frame root = new Frame();
  private int frames;
  private double observedSeconds;

  public ChainTree(int mostFrames) {
    this.mostFrames = mostFrames;
  }

  public Frame root() {
    return root;
  }

  /** How long it was looked: thread-seconds divided by this are threads. */
  public double observedSeconds() {
    return observedSeconds;
  }

  /** Says that the chains which are added stand for so much more time. */
  void observed(double seconds) {
    observedSeconds += seconds;
  }

  /** Adds the time of one chain. */
  public void add(List<Link> chain, End end, double seconds) {
    Frame at = root;
    at.seconds += seconds;
    End last = end;
    for (Link link : chain) {
      Frame next = child(at, link);
      next.seconds += seconds;
      boolean cut = !at.children.containsKey(link);
      at = next;
      if (cut) {
        last = End.OTHER;
        break;
      }
    }
    at.ends.merge(last, seconds, Double::sum);
  }

  private Frame child(Frame at, Link link) {
    Frame known = at.children.get(link);
    if (known != null) {
      return known;
    }
    boolean room = frames < mostFrames;
    Frame there = room ? null : at.children.get(Link.NO_ROOM);
    if (there != null) {
      return there;
    }
    Frame made = new Frame();
    at.children.put(room ? link : Link.NO_ROOM, made);
    frames++;
    return made;
  }

  /** Adds all chains of another tree. */
  void add(ChainTree other) {
    observedSeconds += other.observedSeconds;
    add(root, other.root);
  }

  private void add(Frame into, Frame from) {
    into.seconds += from.seconds;
    from.ends.forEach((end, seconds) -> into.ends.merge(end, seconds, Double::sum));
    from.children.forEach((link, child) -> add(child(into, link), child));
  }

  /** Thread-seconds by end, of all chains. */
  public Map<End, Double> ends() {
    EnumMap<End, Double> sum = new EnumMap<>(End.class);
    sum(root, sum);
    return sum;
  }

  private static void sum(Frame frame, EnumMap<End, Double> sum) {
    frame.ends.forEach((end, seconds) -> sum.merge(end, seconds, Double::sum));
    frame.children.values().forEach(child -> sum(child, sum));
  }

  /** Thread-seconds of the chains that are not idle by design. */
  public double seconds() {
    return busy().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The share of {@link #seconds} whose chains end in a cause; NaN if that is no time. */
  public double explained() {
    double known = 0;
    double all = 0;
    for (Map.Entry<End, Double> end : busy().entrySet()) {
      all += end.getValue();
      known += end.getKey().explained() ? end.getValue() : 0;
    }
    return all == 0 ? Double.NaN : known / all;
  }

  private Map<End, Double> busy() {
    Map<End, Double> busy = ends();
    busy.remove(End.IDLE);
    return busy;
  }
}
