package dev.snarl.tests.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.snarl.tests.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A control group with these limits ({@code pids=N}, {@code cpu=PROCESSORS}) and a network
 * namespace of its own, for programs that need one. Version 1 or 2 of control groups; needs root.
 */
record Place(List<String> limits, boolean network) {
  private static final Map<Place, Optional<String>> MISSING = new ConcurrentHashMap<>();
  static final Path CONTROL = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 100_000;
  private static final String INTO_GROUPS =
      "until [ \"$1\" = -- ]; do echo $$ >\"$1/cgroup.procs\" || exit 1; shift; done; shift; exec \"$@\"";
  private static final String WITH_LOOPBACK = "ip link set lo up && exec \"$@\"";

  /** The control groups of one command, which are removed when it has ended. */
  final class Entered implements AutoCloseable {
    private final Set<Path> groups = new LinkedHashSet<>();

    /** What to put before a command so that it runs there. */
    List<String> prefix() {
      List<String> words = new ArrayList<>();
      if (!groups.isEmpty()) {
        words.addAll(List.of("sh", "-c", INTO_GROUPS, "sh"));
        groups.forEach(group -> words.add(group.toString()));
        words.add("--");
      }
      if (network) {
        words.addAll(List.of("unshare", "--net", "sh", "-c", WITH_LOOPBACK, "sh"));
      }
      return words;
    }

    /** A process is still in its group for a moment after it has ended. */
    @Override
    public void close() throws IOException {
      for (Path group : groups) {
        Deadline.in(Duration.ofSeconds(20))
            .until(group::toString, () -> removed(group) ? true : null);
      }
    }

    private boolean removed(Path group) {
      try {
        Files.deleteIfExists(group);
        return true;
      } catch (IOException busy) {
        return false;
      }
    }
  }

  Entered enter(String name) throws IOException {
    Entered entered = new Entered();
    try {
      for (String limit : limits) {
        String value = limit.substring(limit.indexOf('=') + 1);
        boolean pids = limit.startsWith("pids=");
        if (!pids && !limit.startsWith("cpu=")) {
          throw new IllegalArgumentException("unknown limit of a control group: " + limit);
        }
        write(entered, name, pids ? "pids" : "cpu", pids ? Map.of("pids.max", value) : cpu(value));
      }
      return entered;
    } catch (IOException e) {
      entered.close();
      throw e;
    }
  }

  private static void write(
      Entered entered, String name, String controller, Map<String, String> settings)
      throws IOException {
    Path group = (first() ? CONTROL.resolve(controller) : CONTROL).resolve(name);
    Files.createDirectories(group);
    entered.groups.add(group);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      Files.writeString(group.resolve(setting.getKey()), setting.getValue());
    }
  }

  private static Map<String, String> cpu(String processors) {
    String quota = String.valueOf(Math.round(Double.parseDouble(processors) * PERIOD_MICROS));
    return first()
        ? Map.of("cpu.cfs_period_us", "" + PERIOD_MICROS, "cpu.cfs_quota_us", quota)
        : Map.of("cpu.max", quota + " " + PERIOD_MICROS);
  }

  private static boolean first() {
    return Files.isDirectory(CONTROL.resolve("pids"));
  }

  /** Why a command cannot run there, or nothing; tried once. */
  @Nullable String missing() {
    return MISSING.computeIfAbsent(this, place -> Optional.ofNullable(place.tried())).orElse(null);
  }

  private @Nullable String tried() {
    try (Entered entered = enter("snarl-try-" + ProcessHandle.current().pid())) {
      List<String> command = new ArrayList<>(entered.prefix());
      command.add("true");
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return process.waitFor() == 0 ? null : said.isEmpty() ? "it fails" : said;
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return e.toString();
    }
  }
}
