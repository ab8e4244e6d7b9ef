package dev.snarl.host;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The process's file descriptors. Reading each costs a system call, so it is done rarely and stops
 * when its budget is spent.
 *
 * @param open their number
 * @param sockets inodes of the sockets, null if they could not be read in time
 * @param pipes inode of the pipe of each end, null likewise
 */
record Descriptors(long open, @Nullable Set<Long> sockets, @Nullable List<Long> pipes) {

  private static final String FOLDER = "/proc/self/fd";
  private static final String PIPE = "pipe:[";

  static final Descriptors UNKNOWN = new Descriptors(-1, null, null);

  /** The inode of the pipe that a descriptor belongs to; -1 if to none. */
  static long pipe(Root root, String descriptor) {
    String target = root.link(descriptor);
    return target != null && target.startsWith(PIPE)
        ? Lines.number(target.substring(PIPE.length()))
        : -1;
  }

  /** Whether the process holds the end of a pipe from which one reads. */
  static boolean reads(Root root, long pipe) {
    String[] names = root.names(FOLDER);
    for (int i = 0; names != null && i < names.length; i++) {
      String descriptor = FOLDER + '/' + names[i];
      if (pipe(root, descriptor) == pipe && root.readable(descriptor)) {
        return true;
      }
    }
    return false;
  }

  /** How many ends of pipes; -1 unknown. */
  long pipeEnds() {
    return pipes == null ? -1 : pipes.size();
  }

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
    List<Long> pipes = new ArrayList<>();
    long gone = 0;
    for (String name : names) {
      if (budget.spent()) {
        return new Descriptors(names.length, null, null);
      }
      String target = root.link(FOLDER + '/' + name);
      if (target == null) {
        gone++; // the folder itself was one while it was read
      } else if (target.startsWith("socket:[")) {
        sockets.add(Lines.number(target.substring("socket:[".length())));
      } else if (target.startsWith(PIPE)) {
        pipes.add(Lines.number(target.substring(PIPE.length())));
      }
    }
    return new Descriptors(names.length - gone, sockets, pipes);
  }
}
