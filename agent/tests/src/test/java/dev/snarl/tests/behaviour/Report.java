package dev.snarl.tests.behaviour;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** What was compared: lines for people, and how many things were the same or different. */
final class Report {
  private final List<String> lines = new ArrayList<>();
  private int same;
  private int different;

  void say(String line) {
    lines.add(line);
    System.out.println(line);
  }

  void same(int more) {
    same += more;
  }

  void different(String line) {
    different++;
    say("DIFFERENT " + line);
  }

  boolean nothingDiffers() {
    return different == 0;
  }

  String sum() {
    return same + " as without Snarl, " + different + " different";
  }

  List<String> lines() {
    return lines;
  }

  /** The keys whose values differ, or that only one of the two has. */
  static <V> Set<String> differing(Map<String, V> one, Map<String, V> other) {
    Set<String> keys = new TreeSet<>(one.keySet());
    keys.addAll(other.keySet());
    keys.removeIf(key -> Objects.equals(one.get(key), other.get(key)));
    return keys;
  }

  /** What differs between the first run and any of its repetitions. */
  static <V> Set<String> unsteady(List<Map<String, V>> runs) {
    Set<String> all = new HashSet<>();
    runs.forEach(run -> all.addAll(differing(runs.get(0), run)));
    return all;
  }
}
