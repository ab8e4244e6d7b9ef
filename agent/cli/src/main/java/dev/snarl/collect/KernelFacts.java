package dev.snarl.collect;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the kernel says of a process, as it stands in its files.
 *
 * @param root {@code /}, or a copy of its files
 * @param pid the process
 */
public record KernelFacts(Path root, String pid) {
  private static final int MOST = 16 << 10;
  private static final int KINDS = 20;

  private static final List<String> OF_THE_GROUP =
      List.of(
          "memory.max",
          "memory.high",
          "memory.current",
          "memory.peak",
          "memory.events",
          "memory.stat",
          "cpu.max",
          "cpu.stat",
          "pids.max",
          "pids.current",
          "cpu.pressure",
          "memory.pressure",
          "io.pressure");

  private static final Map<String, List<String>> OF_THE_FIRST_VERSION =
      new TreeMap<>(
          Map.of(
              "memory",
              List.of("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.failcnt"),
              "cpu",
              List.of("cpu.cfs_quota_us", "cpu.cfs_period_us", "cpu.stat"),
              "pids",
              List.of("pids.max", "pids.current")));

  /** Its folder under {@code /proc}. */
  public Path folder() {
    return root.resolve("proc").resolve(pid);
  }

  /** State, limits and open files of the process, and the machine around it. */
  public void process(PrintStream out) {
    for (String name : List.of("status", "limits", "sched", "smaps_rollup")) {
      file(out, name, folder().resolve(name), MOST);
    }
    Map<String, Integer> kinds = new TreeMap<>();
    try (var descriptors = Files.newDirectoryStream(folder().resolve("fd"))) {
      for (Path each : descriptors) {
        kinds.merge(kind(each), 1, Integer::sum);
      }
    } catch (IOException | RuntimeException unreadable) {
      out.println("== open files: not readable");
    }
    out.println("== open files: " + kinds.values().stream().mapToInt(n -> n).sum());
    kinds.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(KINDS)
        .forEach(kind -> out.printf("%7d %s%n", kind.getValue(), kind.getKey()));
    out.println("== machine");
    Path all = root.resolve("proc");
    out.print(
        Runtime.getRuntime().availableProcessors()
            + " processors, load "
            + KernelFile.head(all.resolve("loadavg"), MOST));
    KernelFile.head(all.resolve("meminfo"), MOST).lines().limit(5).forEach(out::println);
    out.print(KernelFile.head(all.resolve("net/sockstat"), MOST));
  }

  /** {@code socket}, {@code anon_inode}, and {@code file} for all that has a path. */
  private static String kind(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("/") ? "file" : target.split(":", 2)[0];
    } catch (IOException closedMeanwhile) {
      return "closed meanwhile";
    }
  }

  /** Limits and counters of its control group, of either version. */
  public void controlGroup(PrintStream out) {
    String groups = KernelFile.head(folder().resolve("cgroup"), MOST);
    out.print(groups);
    Path mounted = root.resolve("sys/fs/cgroup");
    Set<Path> files = new LinkedHashSet<>();
    groups
        .lines()
        .forEach(
            line -> {
              String group = line.substring(line.lastIndexOf(':') + 1).replaceFirst("^/+", "");
              for (Path from : List.of(mounted.resolve(group), mounted)) {
                OF_THE_GROUP.forEach(name -> files.add(from.resolve(name)));
              }
              OF_THE_FIRST_VERSION.forEach(
                  (controller, names) -> {
                    Path from = mounted.resolve(controller).resolve(group);
                    names.forEach(name -> files.add(from.resolve(name)));
                  });
            });
    files.forEach(file -> file(out, file.toString(), file, MOST));
  }

  private static void file(PrintStream out, String title, Path file, int most) {
    if (Files.isReadable(file)) {
      String text = KernelFile.head(file, most);
      out.println("\n== " + title);
      out.print(text);
    }
  }
}
