package dev.snarl.libraries;

import dev.snarl.instrument.Library;
import dev.snarl.instrument.Point;
import dev.snarl.text.Nearest;
import dev.snarl.text.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a user declares of his own futures, pools and clients: lines as of {@link LibraryText}, with
 * class names as Java writes them, and two words more.
 *
 * <pre>
 * future class field      a future, and the field that is null or false until it is done
 * pool class threads=field queue=field max=field    a pool, and the fields by which it is read
 * </pre>
 *
 * A wrong line is reported and left out. Read once, on the thread that starts the agent.
 */
public final class HooksFile {

  private static final long LARGEST = 1 << 20;
  private static final int MOST_PROBLEMS = 20;
  private static final int CUT = 120;

  /** The words for methods that a user may say: they fit a method or not, which is checked. */
  private static final List<String> METHODS =
      List.of(
          "wait",
          "submitted",
          "requested",
          "run-self",
          "run-job",
          "run-given",
          "fed",
          "fed-or-refused",
          "queued",
          "stopping",
          "client",
          "poll");

  private static final List<String> OTHERS =
      List.of("library", "frames", "socket", "future", "pool");
  private static final List<String> FIELDS = List.of("threads", "queue", "max");

  private final LibraryText text = new LibraryText();
  private final List<String> problems = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private int number;
  private int wrong;

  private HooksFile() {
    for (Library library : KnownLibraries.all()) {
      for (Point point : library.points()) {
        known.add(point.owner());
      }
    }
  }

  /** Makes it part of the libraries known; returns what is wrong with it, a line each. */
  public static List<String> declare(String file) {
    HooksFile hooks = new HooksFile();
    try {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path) || Files.size(path) > LARGEST) {
        return List.of(unreadable(file));
      }
      hooks.read(Files.readString(path, StandardCharsets.UTF_8));
    } catch (IOException | InvalidPathException e) {
      return List.of(unreadable(file));
    }
    KnownLibraries.declare(hooks.text);
    return hooks.problems;
  }

  private static String unreadable(String file) {
    return "hooks "
        + Text.oneLine(file, CUT)
        + ": no readable text file of up to 1 MiB; ignoring it";
  }

  private void read(String lines) {
    for (String line : lines.split("\n", -1)) {
      number++;
      int comment = line.indexOf('#');
      String said = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!said.isEmpty()) {
        line(said.split("\\s+", -1));
      }
    }
    text.close();
  }

  private void line(String[] words) {
    String word = words[0];
    if (!METHODS.contains(word) && !OTHERS.contains(word)) {
      Nearest nearest = new Nearest(word);
      METHODS.forEach(nearest::consider);
      OTHERS.forEach(nearest::consider);
      String near = nearest.best();
      problem(
          near == null
              ? word + " is no word of it; see docs/hooks.md"
              : word + " is no word of it; did you mean " + near + "?");
    } else if (words.length < 2) {
      problem(word + " of what? See docs/hooks.md");
    } else if (word.equals("library")) {
      text.line(String.join(" ", words));
    } else if (word.equals("frames") || word.equals("socket")) {
      text.line(word + " " + words[1]);
    } else if (text.id().isEmpty()) {
      problem("the first line must be: library ID NAME");
    } else if (allowed(words[1])) {
      int before = wrong;
      of(word, words);
      if (wrong == before) {
        text.say("declared", words[1].replace('/', '.').replace("+", ""));
      }
    }
  }

  private boolean allowed(String type) {
    String name = type.replace("+", "");
    if (name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.")) {
      problem(name + " is the JDK's, whose waits Snarl sees");
      return false;
    }
    if (known.contains(name.replace('.', '/'))) {
      problem(name + " is of a library that Snarl knows");
      return false;
    }
    return true;
  }

  private void of(String word, String[] words) {
    switch (word) {
      case "future" -> {
        if (words.length == 3) {
          text.say("future", words[1] + " " + words[2]);
          text.say("kind", text.id() + " " + words[1]);
        } else {
          problem("accepted: future CLASS FIELD");
        }
      }
      case "pool" -> pool(words);
      default -> method(words);
    }
  }

  private void pool(String[] words) {
    Map<String, String> fields = new HashMap<>();
    for (int i = 2; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 0 || !FIELDS.contains(words[i].substring(0, equals))) {
        problem(words[i] + ": accepted: threads=FIELD queue=FIELD max=FIELD");
        return;
      }
      fields.put(words[i].substring(0, equals), words[i].substring(equals + 1));
    }
    if (!fields.containsKey("threads")) {
      problem("a pool needs threads=FIELD");
      return;
    }
    text.say("pool", String.join(" ", words).substring("pool ".length()));
    text.line("built " + words[1].replace('.', '/') + " <init>");
  }

  private void method(String[] words) {
    words[1] = words[1].replace('.', '/');
    int last = words.length - 1;
    if (words[last - 1].equals("with") && words[last].indexOf('/') < 0) {
      int dot = words[last].lastIndexOf('.'); // the one before the method stays
      words[last] =
          words[last].substring(0, Math.max(0, dot)).replace('.', '/')
              + words[last].substring(Math.max(0, dot));
    }
    try {
      text.line(String.join(" ", words));
      if (words[0].equals("wait")) {
        String type = words[1].replace('/', '.').replace("+", "");
        text.say("kind", text.id() + " " + type);
      }
    } catch (IllegalArgumentException e) {
      problem("accepted: " + words[0] + " CLASS METHOD [(PARAMETERS] [with WHAT]");
    }
  }

  private void problem(String what) {
    wrong++;
    if (problems.size() < MOST_PROBLEMS) {
      problems.add("hooks line " + number + ": " + Text.oneLine(what, CUT) + "; leaving it out");
    }
  }
}
