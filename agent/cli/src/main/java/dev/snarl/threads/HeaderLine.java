package dev.snarl.threads;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line with which a thread begins: {@code "name" #12 [345] daemon prio=5 os_prio=0 cpu=1.23ms
 * elapsed=4.56s tid=0x… nid=…} as HotSpot writes it, of which versions leave out some; or {@code
 * #12 "name" virtual RUNNABLE} as {@code Thread.dump_to_file} writes it. Linear in the line.
 */
final class HeaderLine {
  private static final Pattern PLAIN =
      Pattern.compile("#(\\d{1,18}) \"(.*)\"( virtual)?(?: ([A-Z_]+))?(?: \\d{4}-\\S+)?");

  private HeaderLine() {}

  static @Nullable Draft parse(String line) {
    int tid = line.startsWith("\"") ? line.lastIndexOf(" tid=") : -1;
    int quote = tid < 0 ? -1 : line.lastIndexOf('"', tid);
    if (quote <= 0) {
      return null;
    }
    Draft draft = new Draft();
    draft.name = line.substring(1, quote);
    int end = line.indexOf(' ', tid + 1);
    draft.mark = line.substring(tid + 1, end < 0 ? line.length() : end);
    for (String word : line.substring(quote + 1, tid).strip().split(" ", -1)) {
      if (word.startsWith("#")) {
        draft.id = whole(word.substring(1));
      } else if (word.startsWith("cpu=") && word.endsWith("ms")) {
        draft.cpuSeconds = number(word.substring(4, word.length() - 2)) / 1000;
      } else if (word.startsWith("elapsed=") && word.endsWith("s")) {
        draft.elapsedSeconds = number(word.substring(8, word.length() - 1));
      }
    }
    return draft;
  }

  static @Nullable Draft plain(String line) {
    Matcher matcher = line.startsWith("#") ? PLAIN.matcher(line) : null;
    if (matcher == null || !matcher.matches()) {
      return null;
    }
    Draft draft = new Draft();
    draft.id = whole(matcher.group(1));
    draft.name = matcher.group(2);
    draft.virtual = matcher.group(3) != null;
    String state = matcher.group(4);
    if (state != null) {
      draft.state(state);
    }
    return draft;
  }

  static long whole(String digits) {
    try {
      return Math.max(-1, Long.parseLong(digits));
    } catch (NumberFormatException none) {
      return -1;
    }
  }

  private static double number(String digits) {
    try {
      return Double.parseDouble(digits.replace(',', '.'));
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }
}
