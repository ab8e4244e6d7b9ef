package dev.snarl.host;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The process's file descriptors. Reading each costs a system call, so it is done rarely and stops
 * when its budget is spent.
 *
 * @param open their number
 * @param sockets inodes of the sockets, null if they could not be read in time
 * @param pipes ends of pipes, -1 likewise
 */
record Descriptors(long open, @Nullable Set<Long> sockets, long pipes) {

  private static final String FOLDER = "/proc/self/fd";

  static final Descriptors UNKNOWN = new Descriptors(-1, null, -1);

  /**
   * Their number: one system call since Linux 6.2, which reports it as the size of the folder; -1
   * before.
   */
  static long count(Root root) {
    long size = root.size(FOLDER);
    return size > 0 ? size : -1;
  }

  static Descriptors read(Root root, Budget budget) {
    String[] names = root.names(FOLDER);
    if (names == null) {
      return UNKNOWN;
    }
    Set<Long> sockets = new HashSet<>();
    long pipes = 0;
    long gone = 0;
    for (String name : names) {
      if (budget.spent()) {
        return new Descriptors(names.length, null, -1);
      }
      String target = root.link(FOLDER + '/' + name);
      if (target == null) {
        gone++; // the folder itself was one while it was read
      } else if (target.startsWith("socket:[")) {
        sockets.add(Lines.number(target.substring("socket:[".length())));
      } else if (target.startsWith("pipe:[")) {
        pipes++;
      }
    }
    return new Descriptors(names.length - gone, sockets, pipes);
  }
}
