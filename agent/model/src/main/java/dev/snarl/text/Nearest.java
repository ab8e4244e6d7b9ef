package dev.snarl.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The known name with the smallest edit distance from a mistyped one, if the distance is at most a
 * third of its length. Case does not count. Costs length × length per candidate, and is used only
 * after a mistake.
 */
public final class Nearest {
  private final String wanted;
  private int distance;
  private @Nullable String best;

  public Nearest(String wanted) {
    this.wanted = wanted.toLowerCase(Locale.ROOT);
    this.distance = Math.max(2, wanted.length() / 3) + 1;
  }

  /** Adds a candidate. */
  public void consider(String candidate) {
    int d = distance(wanted, candidate.toLowerCase(Locale.ROOT));
    if (d < distance) {
      distance = d;
      best = candidate;
    }
  }

  /** Null if none is near enough. */
  public @Nullable String best() {
    return best;
  }

  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        current[j] =
            Math.min(Math.min(current[j - 1] + 1, previous[j] + 1), previous[j - 1] + change);
      }
      int[] swap = previous;
      previous = current;
      current = swap;
    }
    return previous[b.length()];
  }
}
