package dev.snarl.instrument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A library whose classes are woven on first sight, and the versions with which that was tested.
 *
 * @param name as {@code /healthz} shows it
 * @param title as the docs name it
 * @param artifact the beginning of its jar's name, before the version
 * @param oldest lowest tested version, {@code 1.6}
 * @param newest highest tested version; later patches of it count as tested
 * @param points what is woven
 */
public record Library(
    String name, String title, String artifact, String oldest, String newest, List<Point> points) {

  public Library {
    points = List.copyOf(points);
  }

  /** One of a user's file; its versions are the user's business. */
  public static Library declared(String name, String title, List<Point> points) {
    return new Library(name, title, "", "", "", points);
  }

  boolean declared() {
    return artifact.isEmpty();
  }

  /** The version in the name of the jar at this place; null where there is none to read. */
  @Nullable String version(String location) {
    String version = version(location, artifact + '-');
    // as Kotlin's build names the jar of a library that is built for other platforms too
    return version == null ? version(location, artifact + "-jvm-") : version;
  }

  private static @Nullable String version(String location, String mark) {
    int jar = location.lastIndexOf('/' + mark);
    int from = jar + 1 + mark.length();
    if (jar < 0 || from >= location.length() || !Character.isDigit(location.charAt(from))) {
      return null;
    }
    int end = location.indexOf(".jar", from);
    return end < 0 ? null : location.substring(from, end);
  }

  /**
   * The version in the manifest of the jar that a package comes from, as of the jars of Tomcat's
   * own archive, whose names say nothing. Null unless its title names the library: that of a jar
   * with an application and all its libraries says the version of the application.
   */
  @Nullable String version(@Nullable Package manifest) {
    String title = manifest == null ? null : manifest.getImplementationTitle();
    String version = manifest == null ? null : manifest.getImplementationVersion();
    if (title == null || version == null || version.isEmpty()) {
      return null;
    }
    String called = name.split("-", 2)[0];
    for (String word : title.replace('/', ' ').split(" ", -1)) {
      if (word.equalsIgnoreCase(called)) {
        return Character.isDigit(version.charAt(0)) ? version : null;
      }
    }
    return null;
  }

  boolean tested(String version) {
    return declared() || (compare(version, oldest) >= 0 && compare(version, newest) <= 0);
  }

  /** By numbers, as far as both have them: {@code 1.10.2} is not newer than {@code 1.10}. */
  private static int compare(String left, String right) {
    int l = 0;
    int r = 0;
    while (l < left.length() && r < right.length()) {
      int leftEnd = numberEnd(left, l);
      int rightEnd = numberEnd(right, r);
      if (leftEnd == l || rightEnd == r) {
        return 0;
      }
      int order =
          Long.compare(
              Long.parseLong(left.substring(l, leftEnd)),
              Long.parseLong(right.substring(r, rightEnd)));
      if (order != 0) {
        return order;
      }
      l = leftEnd + 1;
      r = rightEnd + 1;
    }
    return 0;
  }

  private static int numberEnd(String text, int from) {
    int end = from;
    while (end < text.length() && end - from < 9 && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }
}
