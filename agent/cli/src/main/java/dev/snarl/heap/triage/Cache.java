package dev.snarl.heap.triage;

import dev.snarl.heap.graph.Instance;
import dev.snarl.text.Figures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What bounds a cache, by the fields of Guava's and Caffeine's classes.
 *
 * @param library that has made it
 * @param most entries, or what they weigh; negative without such a limit
 * @param fleeting whether its entries expire, or their keys or values are held weakly or softly
 */
record Cache(String library, long most, boolean fleeting) {
  static final String BOUND_IT =
      "Bound it: maximumSize(…) or maximumWeight(…), or expireAfterWrite(…).";

  private static final String GUAVA = "com.google.common.cache.LocalCache";
  private static final String CAFFEINE = "com.github.benmanes.caffeine.cache.";
  private static final List<String> PERIODS =
      List.of(
          "expireAfterAccessNanos",
          "expireAfterWriteNanos",
          "expiresAfterAccessNanos",
          "expiresAfterWriteNanos");

  /** What Caffeine has only in caches that need it: by each entry's own time, weakly held. */
  private static final List<String> OBJECTS =
      List.of("timerWheel", "keyReferenceQueue", "valueReferenceQueue");

  private static final List<String> STRENGTHS = List.of("keyStrength", "valueStrength");

  /** Null for what is none of these. */
  static @Nullable Cache of(Instance container) {
    String type = container.type().name();
    if (!type.equals(GUAVA) && !type.startsWith(CAFFEINE)) {
      return null;
    }
    boolean guava = type.equals(GUAVA);
    String limit = guava ? "maxWeight" : "maximum";
    boolean fleeting =
        PERIODS.stream().anyMatch(each -> container.has(each) && container.number(each) > 0)
            || OBJECTS.stream().anyMatch(each -> container.follow(each) != null)
            || STRENGTHS.stream().anyMatch(each -> weak(container.follow(each)));
    return new Cache(
        guava ? "Guava" : "Caffeine",
        container.has(limit) ? container.number(limit) : -1,
        fleeting);
  }

  private static boolean weak(@Nullable Instance strength) {
    return strength != null && !strength.text("name").equals("STRONG");
  }

  String kind() {
    String bound =
        most >= 0
            ? "of at most " + Figures.number(most)
            : fleeting ? "without maximum" : "without limit";
    return library + " cache " + bound;
  }

  String remedy() {
    if (most >= 0) {
      return "It keeps what it was told to: lower its maximum of "
          + Figures.number(most)
          + ", or keep smaller values.";
    }
    return fleeting
        ? "Its entries go only with time or with the collector: give it maximumSize(…) or"
            + " maximumWeight(…) too."
        : BOUND_IT;
  }
}
