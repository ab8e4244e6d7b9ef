package dev.snarl.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tree of the kernel's files, written by a test. */
final class FakeRoot {
  private final Path folder;

  FakeRoot(Path folder) {
    this.folder = folder;
  }

  FakeRoot file(String path, String text) {
    try {
      Path file = folder.resolve(path.substring(1));
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  FakeRoot link(String path, String target) {
    try {
      Path link = folder.resolve(path.substring(1));
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, Path.of(target));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A control group of version 2, as a container with a namespace of its own sees it. */
  FakeRoot versionTwo(String group, String mountedFrom) {
    return file("/proc/self/cgroup", "0::" + group + "\n")
        .file(
            "/proc/self/mountinfo",
            "21 20 0:5 / /proc rw - proc proc rw\n30 20 0:26 "
                + mountedFrom
                + " /sys/fs/cgroup ro,nosuid shared:4 - cgroup2 cgroup rw,nsdelegate\n");
  }

  /** One process; its first line of status is as the kernel writes it. */
  FakeRoot process(String pid, int parent, int user, int threads, String state) {
    return file(
        "/proc/" + pid + "/status",
        """
        Name:\tjava
        State:\t%s
        Pid:\t%s
        PPid:\t%d
        Uid:\t%d\t0\t0\t0
        Threads:\t%d
        CapEff:\t0000000000000000
        """
            .formatted(state, pid.equals("self") ? "100" : pid, parent, user, threads));
  }

  Root root() {
    return new Root(folder);
  }

  HostReader reader() {
    return new HostReader(folder, Thread::new);
  }
}
