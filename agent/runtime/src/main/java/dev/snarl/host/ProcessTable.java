package dev.snarl.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * One pass over the visible processes: children, and the threads of its user. Costs a small file
 * for each process, so it is done rarely and stops when its budget is spent.
 *
 * @param children running children
 * @param ended children that ended and were not waited for
 * @param userThreads threads of all visible processes of the user: a lower bound
 * @param complete whether all processes were read
 * @param parents of each process its parent
 */
record ProcessTable(
    long children, long ended, long userThreads, boolean complete, Map<Long, Long> parents) {

  static final ProcessTable UNKNOWN = new ProcessTable(-1, -1, -1, false, Map.of());

  static ProcessTable read(Root root, Budget budget) {
    String own = root.text("/proc/self/status");
    long self = Lines.numberAfter(own, "Pid:");
    long user = Lines.numberAfter(own, "Uid:");
    if (self < 0) {
      return UNKNOWN;
    }
    long children = 0;
    long ended = 0;
    long threads = 0;
    Map<Long, Long> parents = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root.at("/proc"))) {
      for (Path process : all) {
        String name = String.valueOf(process.getFileName());
        if (!Character.isDigit(name.charAt(0))) {
          continue;
        }
        if (budget.spent()) {
          return new ProcessTable(-1, -1, threads, false, Map.of());
        }
        String status = root.text("/proc/" + name + "/status");
        if (Lines.numberAfter(status, "Uid:") == user) {
          threads += Math.max(0, Lines.numberAfter(status, "Threads:"));
        }
        long parent = Lines.numberAfter(status, "PPid:");
        parents.put(Lines.number(name), parent);
        if (parent == self) {
          String state = Lines.after(status, "State:");
          boolean gone = state != null && (state.startsWith("Z") || state.startsWith("X"));
          children += gone ? 0 : 1;
          ended += gone ? 1 : 0;
        }
      }
    } catch (IOException | RuntimeException e) {
      return UNKNOWN;
    }
    return new ProcessTable(children, ended, threads, true, parents);
  }
}
