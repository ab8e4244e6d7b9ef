package dev.snarl.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /proc} reports about a process before anything touches it. Attaching begins with a
 * signal that ends programs that are no JVM, and its error messages do not help. Without {@code
 * /proc}, or if a file in it cannot be read, nothing is known and nothing is refused.
 *
 * @param processes the folder of all processes
 * @param pid its number in this namespace
 */
record OtherProcess(Path processes, String pid) {
  /** The message for a JVM that is configured to take no agent. */
  static final String NO_ATTACH =
      "it was started with -XX:+DisableAttachMechanism and takes no agent while it runs;"
          + " start it with -javaagent instead";

  private static final int LARGEST = 8 << 20;

  static OtherProcess of(String pid) {
    return new OtherProcess(Path.of("/proc"), pid);
  }

  /**
   * Why no agent can be attached; null if nothing is known to prevent it.
   *
   * @param jar the agent's path in this namespace; null if none will be loaded
   */
  @Nullable String obstacle(@Nullable Path jar) {
    if (!Files.isDirectory(processes.resolve("self"))) {
      return null;
    }
    if (hasEnded()) {
      return "there is no such process";
    }
    String own = effectiveUser("self");
    String its = effectiveUser(pid);
    if (!own.equals("0") && !its.isEmpty() && !its.equals(own)) {
      return "it belongs to user " + owner(its) + "; run this as that user, or as root";
    }
    if (isNoJvm()) {
      return "it is no JVM but " + text("comm").strip() + ", or one that is just starting";
    }
    if (text("cmdline").contains("-XX:+DisableAttachMechanism")) {
      return NO_ATTACH;
    }
    return jar != null && isElsewhere(jar) ? inContainer(jar) : null;
  }

  /** Whether it is certainly another program, or a JVM that is just starting. */
  boolean isNoJvm() {
    String maps = text("maps");
    return !maps.isEmpty() && !maps.contains("libjvm.");
  }

  /** Whether it has ended, or only its exit status is left. */
  boolean hasEnded() {
    return Files.isDirectory(processes.resolve("self"))
        && (!Files.isDirectory(processes.resolve(pid))
            || field(pid, "State").startsWith("Z")
            || field(pid, "State").startsWith("X"));
  }

  /** Whether it is in another network namespace than this process. */
  boolean hasItsOwnNetwork() {
    String ours = network("self");
    String its = network(pid);
    return !ours.isEmpty() && !its.isEmpty() && !ours.equals(its);
  }

  private boolean isElsewhere(Path jar) {
    Path root = processes.resolve(pid).resolve("root");
    return Files.isReadable(root)
        && !Files.exists(root.resolve(Path.of("/").relativize(jar.toAbsolutePath())));
  }

  private String inContainer(Path jar) {
    List<String> numbers = List.of(field(pid, "NSpid").split("\\s+", -1));
    boolean container = numbers.size() > 1;
    return "it is in a container"
        + (container
            ? ", where it is process " + numbers.get(numbers.size() - 1) + " and"
            : " where")
        + " there is no "
        + jar
        + "; copy the jar into it and run the command there";
  }

  private String owner(String user) {
    try {
      return Files.getOwner(processes.resolve(pid)).getName();
    } catch (IOException | RuntimeException unknown) {
      return user;
    }
  }

  /** The second of real, effective, saved and file system user. */
  private String effectiveUser(String process) {
    String[] users = field(process, "Uid").split("\\s+", -1);
    return users.length > 1 ? users[1] : "";
  }

  private String network(String process) {
    try {
      return Files.readSymbolicLink(processes.resolve(process).resolve("ns/net")).toString();
    } catch (IOException | RuntimeException unknown) {
      return "";
    }
  }

  /** A field of its status; empty where unknown. */
  String field(String name) {
    return field(pid, name);
  }

  private String field(String process, String name) {
    return text(process, "status")
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  private String text(String file) {
    return text(pid, file);
  }

  private String text(String process, String file) {
    try (var in = Files.newInputStream(processes.resolve(process).resolve(file))) {
      return new String(in.readNBytes(LARGEST), StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException unreadable) {
      return "";
    }
  }
}
