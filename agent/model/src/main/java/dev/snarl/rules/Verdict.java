package dev.snarl.rules;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One condition that a rule finds true now.
 *
 * @param key distinguishes this verdict from others of the same rule, stable over time; rule + key
 *     makes the finding's id. Usually the site, with the worker's site for a pair
 * @param severity the severity
 * @param site the line to open in the editor, as {@code Class.method(File.java:line)}
 * @param title one plain sentence
 * @param evidence what the rule observed, in display order: strings, numbers, booleans, lists and
 *     maps of these
 * @param count the number of events behind it in the window (waits, thread starts, rejections)
 * @param remedy what to change
 */
public record Verdict(
    String key,
    Severity severity,
    String site,
    String title,
    Map<String, Object> evidence,
    long count,
    String remedy) {

  /** In the evidence: the library of the site. */
  public static final String LIBRARY = "inLibrary";

  public Verdict {
    evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
  }

  /** The same, at a line of a library. */
  Verdict in(String library, Severity there) {
    Map<String, Object> more = new LinkedHashMap<>(evidence);
    more.put(LIBRARY, library);
    return new Verdict(key, there, site, title, more, count, remedy);
  }
}
