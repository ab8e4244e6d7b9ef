package dev.snarl.libraries;

import dev.snarl.instrument.Library;
import dev.snarl.instrument.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what is known of libraries from lines of text. Each begins with
 *
 * <pre>
 * library id name-in-the-docs
 * jar beginning-of-its-name oldest-version newest-version
 * </pre>
 *
 * and has a line for each method to weave, as {@link Point#of} reads it. Besides, there may be
 *
 * <pre>
 * frames prefix       classes that are never the line to change; many libraries if it ends with *,
 *                     executors and futures, whose caller counts, if it ends with !; made of what
 *                     the application has written, such as JSP pages, and so its own, if with +
 * done-read prefix    futures whose isDone is one read and takes no lock
 * kind name prefix    futures whose waits are counted under that name
 * peer prefix         futures that the answer of another process completes
 * socket prefix       calls in which a thread waits for the answer of another process
 * pool class threads=field busy=field     a pool: its threads, and those of them that have a task
 * limiter class queue=field running=field max=field tasks=repeated
 *                     a queue in front of a pool: what waits in it; what it lets run, 1 if it has no
 *                     such field; how many it lets run; whether one object may wait there twice
 * queue-around class queue=field size=field max=field
 *                     a queue of tasks around one of the JDK's; how many are in it, and may be
 * handler method      of a class, that calls the application's handler of a request
 * loop class unless=field in=call
 *                     threads on which nothing may block; unless such a field of theirs is true;
 *                     only within calls that begin so
 * idle method         of a class, in which the library's own thread waits for something to do
 * idle-queue method   the same, where a worker waits so only while its queues are empty, whatever its
 *                     time-out
 * endless class path  objects at which threads wait without an end, whatever their time-outs, unless
 *                     that array, by way of these fields, has an element
 * worker-in class field    what a thread factory wraps the worker of a pool in, and where that lies
 * load class waits=method loads=method at=class
 *                     a cache's value that one thread loads, in that method, while others wait for
 *                     it, in that method, parked at an object of the second class
 * surplus prefix pattern   handlers of refused tasks, and the end of the names of pools of whose
 *                     tasks those that are refused were too many anyway
 * </pre>
 *
 * Used on the main thread before {@code main}: no lambda, no stream, no pattern.
 */
final class LibraryText {

  private final List<Library> libraries = new ArrayList<>();
  private final Map<String, List<String>> said = new HashMap<>();
  private List<Point> points = new ArrayList<>();
  private String id = "";
  private String title = "";
  private String jar = "";

  LibraryText() {}

  static LibraryText read(String text) {
    LibraryText reader = new LibraryText();
    for (int begin = 0; begin < text.length(); ) {
      int end = text.indexOf('\n', begin);
      end = end < 0 ? text.length() : end;
      if (end > begin) {
        reader.line(text.substring(begin, end));
      }
      begin = end + 1;
    }
    reader.close();
    return reader;
  }

  List<Library> libraries() {
    return libraries;
  }

  /** What the lines with this word say, in their order. */
  List<String> said(String word) {
    return said.getOrDefault(word, List.of());
  }

  /** The library whose lines are being read; empty before the first. */
  String id() {
    return id;
  }

  void line(String line) {
    int space = line.indexOf(' ');
    String rest = line.substring(space + 1);
    String word = line.substring(0, Math.max(0, space));
    switch (word) {
      case "library" -> {
        close();
        int end = rest.indexOf(' ');
        id = end < 0 ? rest : rest.substring(0, end);
        title = end < 0 ? rest : rest.substring(end + 1);
      }
      case "jar" -> jar = rest;
      case "frames",
          "done-read",
          "kind",
          "worker-in",
          "surplus",
          "idle",
          "idle-queue",
          "endless",
          "peer",
          "socket",
          "handler",
          "limiter",
          "pool",
          "loop",
          "load",
          "queue-around" ->
          say(word, rest);
      default -> points.add(Point.of(line));
    }
  }

  void say(String word, String what) {
    List<String> all = said.get(word);
    if (all == null) {
      all = new ArrayList<>();
      said.put(word, all);
    }
    all.add(what);
  }

  void close() {
    if (!id.isEmpty()) {
      String[] versions = jar.split(" ", 3);
      libraries.add(
          jar.isEmpty()
              ? Library.declared(id, title, points)
              : new Library(id, title, versions[0], versions[1], versions[2], points));
      points = new ArrayList<>();
      jar = "";
    }
  }
}
