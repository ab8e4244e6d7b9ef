package dev.snarl.observe.sites;

import dev.snarl.text.Text;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Folds the counters in thread names, so that {@code fcm-turbo-1731} and its kin share one label.
 * Bounded in length and number, and fit for a line: a hostile set of names ends in {@code other}.
 */
public final class Names {

  private static final int LIMIT = 1_000;
  public static final int LONGEST = 120;

  private final ConcurrentHashMap<String, Boolean> known = new ConcurrentHashMap<>();
  public final AtomicLong dropped = new AtomicLong();

  public String group(String name) {
    String folded = Text.oneLine(Text.folded(name, LONGEST), LONGEST);
    if (known.containsKey(folded)) {
      return folded;
    }
    if (known.size() >= LIMIT) {
      dropped.incrementAndGet();
      return "other";
    }
    known.put(folded, Boolean.TRUE);
    return folded;
  }

  public static String cut(String name) {
    return Text.oneLine(name, 200);
  }
}
