package dev.snarl.host;

import dev.snarl.host.ControlGroups.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the folders of a controller from {@code /proc/self/cgroup}, which names the group, and
 * {@code /proc/self/mountinfo}, which has its mount point and the group that is mounted there.
 */
final class GroupFinder {

  private static final int DEEPEST = 16;

  private final Root root;
  private final String groups;
  private final String mounts;

  GroupFinder(Root root) {
    this.root = root;
    String own = root.text("/proc/self/cgroup");
    String mounted = root.text("/proc/self/mountinfo");
    this.groups = own == null ? "" : own;
    this.mounts = mounted == null ? "" : mounted;
  }

  Level find(String controller) {
    String one = groupOf(controller);
    Mount first = one == null ? null : mount("cgroup", controller);
    if (one != null && first != null) {
      return level(1, first, one);
    }
    String two = groupOf("");
    Mount second = two == null ? null : mount("cgroup2", null);
    return two != null && second != null ? level(2, second, two) : Level.NONE;
  }

  /** The group's path: of version 2 where the controller is empty. */
  private @Nullable String groupOf(String controller) {
    for (String line : groups.lines().toList()) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
        return parts[2];
      }
    }
    return null;
  }

  /** The mounted group, and its mount point. */
  private record Mount(String from, String at) {}

  private @Nullable Mount mount(String type, @Nullable String controller) {
    for (String line : mounts.lines().toList()) {
      int dash = line.indexOf(" - ");
      if (dash < 0) {
        continue;
      }
      String[] left = Lines.words(line.substring(0, dash));
      String[] right = Lines.words(line.substring(dash + 3));
      if (left.length > 4
          && right.length > 2
          && right[0].equals(type)
          && (controller == null || List.of(right[2].split(",")).contains(controller))) {
        return new Mount(left[3], left[4]);
      }
    }
    return null;
  }

  private Level level(int version, Mount mount, String group) {
    String below = group;
    if (!mount.from.equals("/") && (group + '/').startsWith(mount.from + '/')) {
      below = group.substring(mount.from.length());
    }
    if (below.equals("/") || below.contains("..") || !root.isFolder(mount.at + below)) {
      below = "";
    }
    List<String> folders = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < DEEPEST; i++) {
      folders.add(mount.at + below);
      names.add(below.isEmpty() ? "/" : below);
      if (below.isEmpty()) {
        break;
      }
      below = below.substring(0, Math.max(0, below.lastIndexOf('/')));
    }
    return new Level(version, folders, names);
  }
}
