package dev.snarl.collect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The command line of a JVM without what might be secret: names of properties, sizes and switches
 * stay; other values, class paths and the arguments of the application go.
 */
public final class JvmOptions {
  private static final Set<String> TAKE_THE_NEXT_WORD =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--limit-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module",
          "--enable-native-access",
          "--source");

  private JvmOptions() {}

  /**
   * Its lines.
   *
   * @param words the command line without the command itself
   */
  public static List<String> of(List<String> words) {
    List<String> lines = new ArrayList<>();
    int i = 0;
    while (i < words.size() && words.get(i).startsWith("-")) {
      String word = words.get(i++);
      lines.add(shown(word));
      if (TAKE_THE_NEXT_WORD.contains(word) && i < words.size()) {
        lines.add("  …");
        i++;
      }
    }
    if (i < words.size()) {
      String main = words.get(i++);
      lines.add(main.substring(main.lastIndexOf('/') + 1));
    }
    lines.add("(and " + (words.size() - i) + " arguments of the application)");
    return lines;
  }

  private static String shown(String word) {
    if (word.matches("-X(m[nsx]|ss)[0-9]+[kKmMgGtT]?|-XX:[+-]\\w+|-XX:\\w+=[0-9.]+[kKmMgGtT]?")) {
      return word;
    }
    if (word.matches("(?s)(-D|-XX:)[^=]*=.*")) {
      return word.substring(0, word.indexOf('=')) + "=…";
    }
    String name = word.split("[:=]", 2)[0];
    return name.equals(word) ? word : name + "…";
  }
}
