package dev.snarl.host;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.ThreadLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits on threads besides control groups: the limit of the user, which the kernel does not
 * apply to root nor to a process with certain capabilities, and the number of tasks of the machine.
 */
final class UserLimit {

  /** CAP_SYS_RESOURCE and CAP_SYS_ADMIN. */
  private static final long EXEMPT = (1L << 24) | (1L << 21);

  private UserLimit() {}

  /**
   * @param userThreads threads of the user, -1 unknown
   */
  static List<ThreadLimit> read(Root root, @Nullable String status, long userThreads) {
    List<ThreadLimit> limits = new ArrayList<>();
    long most = Lines.numberAfter(root.text("/proc/self/limits"), "Max processes");
    if (most > 0 && most != Host.UNLIMITED && userThreads > 0 && applies(status)) {
      limits.add(new ThreadLimit("user", userThreads, most));
    }
    long machine = root.number("/proc/sys/kernel/threads-max");
    long tasks = tasks(root.text("/proc/loadavg"));
    if (machine > 0 && tasks > 0) {
      limits.add(new ThreadLimit("machine", tasks, machine));
    }
    return limits;
  }

  private static boolean applies(@Nullable String status) {
    String capabilities = Lines.after(status, "CapEff:");
    long user = Lines.numberAfter(status, "Uid:");
    if (capabilities == null || user <= 0) {
      return false;
    }
    try {
      return (Long.parseUnsignedLong(capabilities, 16) & EXEMPT) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The second number of {@code 2/713}: tasks of the machine, including the kernel's own. */
  private static long tasks(@Nullable String load) {
    String[] words = load == null ? new String[0] : Lines.words(load);
    int slash = words.length > 3 ? words[3].indexOf('/') : -1;
    return slash < 0 ? -1 : Lines.number(words[3].substring(slash + 1));
  }
}
