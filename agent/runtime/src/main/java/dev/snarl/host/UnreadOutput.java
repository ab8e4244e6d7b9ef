package dev.snarl.host;

import dev.snarl.snapshot.Host.Unread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Descendants that the kernel keeps waiting in a write to a pipe which this process holds, and that
 * have not run since an earlier look: nobody reads the pipe. Linux only, where {@code wchan} may be
 * read. A small file for each descendant, and three more for one that waits so. The slow look's
 * thread only.
 */
final class UnreadOutput {
  private static final String WRITES = "pipe_write";
  private static final int MOST = 500;
  private static final int OUTPUT = 1;
  private static final int ERRORS = 2;

  /** When a descendant was first seen in the write in which it still is. */
  private record Seen(long switches, long since) {}

  private Map<Long, Seen> seen = Map.of();

  List<Unread> look(Root root, Descriptors files, ProcessTable processes, long now) {
    Map<Long, Seen> waiting = new HashMap<>();
    List<Unread> unread = new ArrayList<>();
    List<Long> pipes = files.pipes();
    if (pipes != null && !pipes.isEmpty() && processes.children() > 0) {
      long self = Lines.numberAfter(root.text("/proc/self/status"), "Pid:");
      for (long pid : descendants(processes.parents(), self)) {
        String folder = "/proc/" + pid;
        String place = root.text(folder + "/wchan");
        if (place == null || !place.contains(WRITES) || !ours(root, pid, pipes)) {
          continue;
        }
        String status = root.text(folder + "/status");
        long switches =
            Lines.numberAfter(status, "voluntary_ctxt_switches:")
                + Lines.numberAfter(status, "nonvoluntary_ctxt_switches:");
        String command = Lines.after(status, "Name:");
        Seen before = seen.get(pid);
        if (before == null || before.switches != switches || command == null) {
          waiting.put(pid, new Seen(switches, now));
        } else {
          waiting.put(pid, before);
          unread.add(new Unread(pid, command, now - before.since));
        }
      }
    }
    seen = waiting;
    return unread;
  }

  /** Whether it writes to a pipe from which this process may read. */
  private static boolean ours(Root root, long pid, List<Long> pipes) {
    for (int descriptor : List.of(OUTPUT, ERRORS)) {
      long pipe = Descriptors.pipe(root, "/proc/" + pid + "/fd/" + descriptor);
      if (pipe >= 0 && pipes.contains(pipe) && Descriptors.reads(root, pipe)) {
        return true;
      }
    }
    return false;
  }

  private static List<Long> descendants(Map<Long, Long> parents, long self) {
    List<Long> found = new ArrayList<>();
    for (Long process : parents.keySet()) {
      Long ancestor = parents.get(process);
      for (int i = 0; i < parents.size() && ancestor != null && ancestor != self; i++) {
        ancestor = parents.get(ancestor);
      }
      if (ancestor != null && ancestor == self && found.size() < MOST) {
        found.add(process);
      }
    }
    return found;
  }
}
