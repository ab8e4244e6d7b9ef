package dev.snarl.junit;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a finding fails: at a test, at the end of a class, or at the end of the run.
 *
 * @param test the unique id of the only test that may have caused it
 * @param type the class of all tests that may have
 * @param place the only test as {@code Class#method}, or {@code -}
 * @param why who it may have been, in a sentence
 */
record Blame(@Nullable String test, @Nullable Class<?> type, String place, String why) {
  private static final int SHOWN = 8;

  static Blame of(List<Execution> suspects) {
    Set<Class<?>> types =
        suspects.stream().map(Execution::outermost).collect(Collectors.toUnmodifiableSet());
    Class<?> type = types.size() == 1 ? types.iterator().next() : null;
    if (suspects.size() == 1) {
      Execution only = suspects.get(0);
      String why = "It opened in the time of " + name(only) + '.';
      return new Blame(only.test() ? only.id() : null, type, only.place(), why);
    }
    String names =
        suspects.stream().limit(SHOWN).map(Blame::name).collect(Collectors.joining(", "));
    int more = suspects.size() - SHOWN;
    return new Blame(
        null,
        type,
        "-",
        "No single test can be held responsible: in its time ran "
            + (suspects.isEmpty() ? "none" : names)
            + (more > 0 ? " and " + more + " more" : "")
            + '.');
  }

  private static String name(Execution execution) {
    String type = execution.outermost().getSimpleName();
    return execution.test() ? type + '.' + execution.name() : type;
  }
}
