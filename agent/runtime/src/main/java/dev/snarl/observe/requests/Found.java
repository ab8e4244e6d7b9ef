package dev.snarl.observe.requests;

import dev.snarl.text.Text;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the sources say of one thread's request: of each fact, what the best of them says. Only what
 * has the form of a trace id or of a path with templates is taken. The observer's thread only.
 */
final class Found {
  private static final int LONGEST = 120;
  private static final Pattern TRACE_ID = Pattern.compile("[0-9a-f]{16}(?:[0-9a-f]{16})?");
  private static final Pattern METHOD = Pattern.compile("[A-Z]{3,10}");

  /** A part of a path that is the id of something: the whole path may be that of one request. */
  private static final Pattern RAW = Pattern.compile("/(?:[0-9]+|[0-9a-fA-F-]{16,})(?:/|$)");

  private int traceRank;
  private int routeRank;
  private @Nullable String traceId;
  private @Nullable String route;

  /**
   * Takes a trace id, if it is one.
   *
   * @param rank of the source, from 1; the highest wins
   */
  void trace(int rank, @Nullable Object id) {
    if (rank > traceRank
        && id instanceof String text
        && TRACE_ID.matcher(text).matches()
        && !text.chars().allMatch(digit -> digit == '0')) {
      traceRank = rank;
      traceId = text;
    }
  }

  /** Takes the template of a path. */
  void route(int rank, @Nullable Object method, @Nullable Object path) {
    if (rank > routeRank
        && path instanceof String template
        && template.startsWith("/")
        && template.indexOf('?') < 0
        && !RAW.matcher(template).find()) {
      routeRank = rank;
      boolean named = method instanceof String text && METHOD.matcher(text).matches();
      route = Text.oneLine(named ? method + " " + template : template, LONGEST);
    }
  }

  @Nullable String traceId() {
    return traceId;
  }

  @Nullable String route() {
    return route;
  }
}
