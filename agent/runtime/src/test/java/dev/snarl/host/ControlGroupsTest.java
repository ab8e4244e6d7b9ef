package dev.snarl.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Cgroup;
import dev.snarl.snapshot.Host.CpuQuota;
import dev.snarl.snapshot.Host.ThreadLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupsTest {
  private FakeRoot files;

  @BeforeEach
  void empty(@TempDir Path folder) {
    files = new FakeRoot(folder);
  }

  private ControlGroups groups() {
    return new ControlGroups(files.root());
  }

  @Test
  void aContainerOfVersionTwoHasItsQuotaThrottlingMemoryAndTasks() {
    files
        .versionTwo("/", "/")
        .file("/sys/fs/cgroup/cpu.max", "150000 100000\n")
        .file(
            "/sys/fs/cgroup/cpu.stat",
            "usage_usec 7\nnr_periods 400\nnr_throttled 100\nthrottled_usec 2500000\n")
        .file("/sys/fs/cgroup/memory.max", "536870912\n")
        .file("/sys/fs/cgroup/memory.current", "400000000\n")
        .file("/sys/fs/cgroup/memory.events", "low 0\nhigh 0\nmax 9\noom 3\noom_kill 2\n")
        .file("/sys/fs/cgroup/pids.max", "100\n")
        .file("/sys/fs/cgroup/pids.current", "93\n");

    Cgroup read = groups().read();
    assertThat(read.version()).isEqualTo(2);
    assertThat(read.quotas()).containsExactly(new CpuQuota("/", 1.5, 400, 100, 2_500_000_000L));
    assertThat(read.memoryLimit()).isEqualTo(536_870_912);
    assertThat(read.memoryUsed()).isEqualTo(400_000_000);
    assertThat(read.oomKills()).isEqualTo(2);
    assertThat(groups().threadLimits()).containsExactly(new ThreadLimit("cgroup /", 93, 100));
  }

  @Test
  void eachLevelThatHasALimitCountsAndTheSmallestMemoryLimitBinds() {
    String slice = "/sys/fs/cgroup/system.slice";
    String unit = slice + "/app.service";
    files
        .versionTwo("/system.slice/app.service", "/")
        .file(unit + "/cpu.max", "max 100000\n")
        .file(unit + "/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_usec 0\n")
        .file(unit + "/memory.max", "max\n")
        .file(unit + "/memory.current", "1000\n")
        .file(unit + "/memory.events", "oom_kill 0\n")
        .file(unit + "/pids.max", "max\n")
        .file(unit + "/pids.current", "40\n")
        .file(slice + "/cpu.max", "50000 100000\n")
        .file(slice + "/cpu.stat", "nr_periods 10\nnr_throttled 9\nthrottled_usec 5\n")
        .file(slice + "/memory.max", "5000\n")
        .file(slice + "/memory.current", "4000\n")
        .file(slice + "/pids.max", "512\n")
        .file(slice + "/pids.current", "200\n");

    Cgroup read = groups().read();
    assertThat(read.quotas()).containsExactly(new CpuQuota("/system.slice", 0.5, 10, 9, 5_000));
    assertThat(read.memoryLimit()).isEqualTo(5_000);
    assertThat(read.memoryUsed()).isEqualTo(4_000);
    assertThat(groups().threadLimits())
        .extracting(ThreadLimit::scope, ThreadLimit::limit)
        .containsExactly(
            tuple("cgroup /system.slice/app.service", Host.UNLIMITED),
            tuple("cgroup /system.slice", 512L));
    assertThat(groups().threadLimits().get(0).share()).isNaN();
  }

  @Test
  void versionOneHasAFolderForEachController() {
    files
        .file(
            "/proc/self/cgroup",
            "4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n2:pids:/docker/abc\n0::/\n")
        .file(
            "/proc/self/mountinfo",
            """
            31 30 0:27 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct
            32 30 0:28 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory
            33 30 0:29 /docker/abc /sys/fs/cgroup/pids ro - cgroup cgroup rw,pids
            34 30 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            """)
        .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000\n")
        .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n")
        .file(
            "/sys/fs/cgroup/cpu,cpuacct/cpu.stat",
            "nr_periods 60\nnr_throttled 30\nthrottled_time 900000000\n")
        .file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
        .file("/sys/fs/cgroup/memory/memory.usage_in_bytes", "77\n")
        .file("/sys/fs/cgroup/memory/memory.oom_control", "under_oom 0\noom_kill 1\n")
        .file("/sys/fs/cgroup/pids/pids.max", "64\n")
        .file("/sys/fs/cgroup/pids/pids.current", "60\n");

    Cgroup read = groups().read();
    assertThat(read.version()).isEqualTo(1);
    assertThat(read.quotas()).containsExactly(new CpuQuota("/", 2, 60, 30, 900_000_000L));
    assertThat(read.memoryLimit()).isEqualTo(Host.UNLIMITED);
    assertThat(read.memoryUsed()).isEqualTo(77);
    assertThat(read.oomKills()).isEqualTo(1);
    assertThat(groups().threadLimits()).containsExactly(new ThreadLimit("cgroup /", 60, 64));
  }

  @Test
  void noQuotaOfVersionOneIsNone() {
    files
        .file("/proc/self/cgroup", "1:cpu:/\n")
        .file("/proc/self/mountinfo", "31 30 0:27 / /cg/cpu rw - cgroup cgroup rw,cpu\n")
        .file("/cg/cpu/cpu.cfs_quota_us", "-1\n")
        .file("/cg/cpu/cpu.cfs_period_us", "100000\n")
        .file("/cg/cpu/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n");
    assertThat(groups().read().quotas()).isEmpty();
  }

  @Test
  void aGroupThatIsNotVisibleFromHereIsReadWhereItIsMounted() {
    files
        .versionTwo("/kubepods/pod1/c1", "/")
        .file("/sys/fs/cgroup/cpu.max", "100000 100000\n")
        .file("/sys/fs/cgroup/cpu.stat", "nr_periods 1\nnr_throttled 0\nthrottled_usec 0\n");
    assertThat(groups().read().quotas()).extracting(CpuQuota::group).containsExactly("/");
  }

  @Test
  void withoutControlGroupsAllIsUnknown() {
    assertThat(groups().read()).isEqualTo(Cgroup.NONE);
    assertThat(groups().threadLimits()).isEmpty();
    files.file("/proc/self/cgroup", "nonsense\n::\n").file("/proc/self/mountinfo", "- - -\n\n");
    assertThat(groups().read()).isEqualTo(Cgroup.NONE);
  }

  @Test
  void thisMachinesOwnGroupIsReadAsItsFilesSay() throws IOException {
    Path own = Path.of("/proc/self/cgroup");
    if (!Files.isReadable(own)) {
      System.err.println("SKIPPED: no control groups here");
      return;
    }
    ControlGroups here = new ControlGroups(new Root(Path.of("/")));
    Cgroup read = here.read();
    boolean one = Files.readString(own).contains(":memory:");
    assertThat(read.version()).isIn(one ? new Integer[] {1} : new Integer[] {0, 1, 2});
    if (read.version() > 0) {
      assertThat(read.memoryLimit()).isNotZero();
    }
    assertThat(here.threadLimits()).allMatch(limit -> limit.used() >= 0 && limit.limit() > 0);
  }
}
