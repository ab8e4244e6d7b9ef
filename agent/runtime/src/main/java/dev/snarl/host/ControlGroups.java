package dev.snarl.host;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Cgroup;
import dev.snarl.snapshot.Host.CpuQuota;
import dev.snarl.snapshot.Host.ThreadLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the process's control group and of its visible ancestors: a limit binds all groups
 * below it. Versions 1 and 2, also mixed. Finding the groups reads two files, once; each reading
 * costs a few files per level.
 */
final class ControlGroups {

  /** Version 1 writes "no limit" as the largest multiple of the page size. */
  private static final long NO_MEMORY_LIMIT = Long.MAX_VALUE / 2;

  private final Root root;
  private final Level cpu;
  private final Level memory;
  private final Level pids;

  /**
   * Where one controller's files are.
   *
   * @param folders the process's own group first; empty where there is none
   * @param names of the groups, as the kernel calls them
   */
  record Level(int version, List<String> folders, List<String> names) {
    static final Level NONE = new Level(0, List.of(), List.of());
  }

  ControlGroups(Root root) {
    this.root = root;
    GroupFinder finder = new GroupFinder(root);
    this.cpu = finder.find("cpu");
    this.memory = finder.find("memory");
    this.pids = finder.find("pids");
  }

  Cgroup read() {
    int version = Math.max(cpu.version, Math.max(memory.version, pids.version));
    long limit = memory.version == 0 ? -1 : Host.UNLIMITED;
    long used = -1;
    for (String folder : memory.folders) {
      boolean two = memory.version == 2;
      long here = root.number(folder + (two ? "/memory.max" : "/memory.limit_in_bytes"));
      if (used < 0 || (here >= 0 && here < limit)) {
        used = root.number(folder + (two ? "/memory.current" : "/memory.usage_in_bytes"));
      }
      if (here >= 0 && here < NO_MEMORY_LIMIT) {
        limit = Math.min(limit, here);
      }
    }
    return new Cgroup(version, quotas(), used, limit, oomKills());
  }

  private long oomKills() {
    if (memory.folders.isEmpty()) {
      return -1;
    }
    String file = memory.version == 2 ? "/memory.events" : "/memory.oom_control";
    return Lines.numberAfter(root.text(memory.folders.get(0) + file), "oom_kill ");
  }

  private List<CpuQuota> quotas() {
    List<CpuQuota> quotas = new ArrayList<>();
    for (int i = 0; i < cpu.folders.size(); i++) {
      double processors = processors(cpu.folders.get(i));
      String stat = Double.isNaN(processors) ? null : root.text(cpu.folders.get(i) + "/cpu.stat");
      long periods = Lines.numberAfter(stat, "nr_periods ");
      long throttled = Lines.numberAfter(stat, "nr_throttled ");
      if (periods >= 0 && throttled >= 0) {
        quotas.add(
            new CpuQuota(cpu.names.get(i), processors, periods, throttled, throttledNanos(stat)));
      }
    }
    return quotas;
  }

  private static long throttledNanos(@Nullable String stat) {
    long micros = Lines.numberAfter(stat, "throttled_usec ");
    return micros >= 0 ? micros * 1_000 : Lines.numberAfter(stat, "throttled_time ");
  }

  /** Not a number if the group has no quota. */
  private double processors(String folder) {
    if (cpu.version == 2) {
      String text = root.text(folder + "/cpu.max");
      String[] words = text == null ? new String[0] : Lines.words(text);
      return words.length < 2 ? Double.NaN : ratio(Lines.number(words[0]), Lines.number(words[1]));
    }
    return ratio(
        root.number(folder + "/cpu.cfs_quota_us"), root.number(folder + "/cpu.cfs_period_us"));
  }

  private static double ratio(long quota, long period) {
    return quota <= 0 || quota == Host.UNLIMITED || period <= 0
        ? Double.NaN
        : (double) quota / period;
  }

  List<ThreadLimit> threadLimits() {
    List<ThreadLimit> limits = new ArrayList<>();
    for (int i = 0; i < pids.folders.size(); i++) {
      long max = root.number(pids.folders.get(i) + "/pids.max");
      long current = root.number(pids.folders.get(i) + "/pids.current");
      if (max > 0 && current >= 0) {
        limits.add(new ThreadLimit("cgroup " + pids.names.get(i), current, max));
      }
    }
    return limits;
  }
}
