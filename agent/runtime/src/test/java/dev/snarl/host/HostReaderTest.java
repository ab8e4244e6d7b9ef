package dev.snarl.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Host.Peer;
import dev.snarl.snapshot.Host.ThreadLimit;
import dev.snarl.snapshot.Host.Within;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostReaderTest {
  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max cpu time              unlimited            unlimited            seconds
      Max processes             200                  4096                 processes
      Max open files            1024                 4096                 files
      """;
  private static final String HEADING = "  sl  local_address rem_address   st tx_queue rx_queue\n";

  private static final int OWN_PORT = 0xC001;

  private FakeRoot files;

  @BeforeEach
  void empty(@TempDir Path folder) {
    files = new FakeRoot(folder);
  }

  /** A row of the kernel's table, whose fields are those that it has. */
  private static String row(String local, String remote, String state, long queue, long inode) {
    return "   0: %s %s %s 00000000:%08X 00:00000000 00000000  1000        0 %d 1 0 20 4 30 10 -1\n"
        .formatted(local, remote, state, queue, inode);
  }

  private Network tcp(Set<Long> own) {
    return TcpTable.read(files.root(), own, new Inside(OWN_PORT, 5), new Budget(5_000_000_000L));
  }

  @Test
  void withoutTheKernelsFilesAllIsUnknownAndNothingIsThrown() {
    Host host = files.reader().lookAtAll();
    assertThat(host).isEqualTo(Host.NONE);
    files
        .file("/proc/self/status", "")
        .file("/proc/self/limits", "\n\n")
        .file("/proc/self/net/netstat", "TcpExt: a b\n")
        .file("/proc/self/net/tcp", "x\ny\n   0: zz\n")
        .file("/proc/loadavg", "")
        .file("/proc/stat", "cpu\n");
    assertThat(files.reader().lookAtAll().files().open()).isEqualTo(-1);
  }

  @Test
  void filesAreCountedAgainstTheLimitOfTheProcess() {
    files.file("/proc/self/limits", LIMITS);
    IntStream.range(0, 5).forEach(i -> files.link("/proc/self/fd/" + i, "pipe:[" + i + "]"));
    files.link("/proc/self/fd/9", "socket:[4711]");
    Host host = files.reader().lookAtAll();
    assertThat(host.files()).isEqualTo(new Host.OpenFiles(6, 1024));
    assertThat(host.children().pipes()).isEqualTo(5);
  }

  @Test
  void theLimitOfTheUserCountsThreadsOfAllItsProcessesButNotForRoot() {
    files
        .file("/proc/self/limits", LIMITS)
        .file("/proc/loadavg", "0.50 0.40 0.30 2/713 4711\n")
        .file("/proc/sys/kernel/threads-max", "1000\n")
        .process("self", 1, 1000, 70, "S (sleeping)")
        .process("100", 1, 1000, 70, "S (sleeping)")
        .process("101", 100, 1000, 120, "S (sleeping)")
        .process("102", 100, 33, 1, "Z (zombie)")
        .process("103", 101, 1000, 5, "S (sleeping)");
    Host host = files.reader().lookAtAll();
    assertThat(host.threads()).isEqualTo(70);
    assertThat(host.threadLimits())
        .containsExactly(new ThreadLimit("user", 195, 200), new ThreadLimit("machine", 713, 1000));
    assertThat(host.children().alive()).isEqualTo(1);
    assertThat(host.children().ended()).isEqualTo(1);
    assertThat(host.cpu().load()).isEqualTo(0.5);

    files.process("self", 1, 0, 70, "S (sleeping)");
    assertThat(files.reader().lookAtAll().threadLimits())
        .extracting(ThreadLimit::scope)
        .containsExactly("machine");
  }

  @Test
  void listenersAreCountedByPortAndOutgoingConnectionsByPeer() {
    String any6 = "00000000000000000000000000000000:1F90";
    String me6 = "0000000000000000FFFF00000100007F:1F90";
    String client6 = "0000000000000000FFFF00000200000A:C350";
    files
        .file(
            "/proc/self/net/tcp6",
            HEADING
                + row(any6, "00000000000000000000000000000000:0000", "0A", 7, 11)
                + row(me6, client6, "01", 0, 12)
                + row(me6, client6, "08", 0, 13)
                + row(me6, client6, "06", 0, 0))
        .file(
            "/proc/self/net/tcp",
            HEADING
                + row("0100007F:0050", "00000000:0000", "0A", 0, 99)
                + row("0100007F:9C40", "0700000A:1538", "01", 0, 21)
                + row("0100007F:9C41", "0700000A:1538", "08", 0, 22)
                + row("0100007F:9C42", "0700000A:1538", "01", 0, 77)
                + row("0100007F:9C44", "0100007F:1F90", "01", 0, 23)
                + row("0100007F:9C45", "0100007F:1F90", "01", 0, 78)
                + row("0100007F:9C46", "0100007F:1F90", "08", 0, 24)
                + row("0700000A:9C47", "0100007F:1F90", "01", 0, 25)
                + row("0100007F:9C43", "0700000A:01BB", "06", 0, 0).repeat(12)
                + row("0100007F:9C43", "0100007F:C001", "06", 0, 0));
    Network network = tcp(Set.of(11L, 12L, 13L, 21L, 22L, 23L, 24L, 25L));
    assertThat(network.listeners())
        .containsExactly(
            new Listener(
                "::", 8080, 7, Map.of("established", 1L, "close-wait", 1L, "time-wait", 1L), 1));
    assertThat(network.othersListening()).isEqualTo(1);
    assertThat(network.peers())
        .containsExactly(
            new Peer("10.0.0.7:443", Map.of("time-wait", 12L)),
            new Peer("127.0.0.1:8080", Map.of("established", 2L, "close-wait", 1L)),
            new Peer("10.0.0.7:5432", Map.of("established", 1L, "close-wait", 1L)));
    assertThat(network.own()).isTrue();
    assertThat(network.complete()).isTrue();
    assertThat(network.within()).isNull();
  }

  @Test
  void connectionsAreInsideWhereBothEndsAreThisProcesssAndOneHasNotYetToBeAccepted() {
    String listens = row("0100007F:1F90", "00000000:0000", "0A", 0, 11);
    String client = row("0100007F:9C44", "0100007F:1F90", "01", 0, 23);
    String server = row("0100007F:1F90", "0100007F:9C44", "01", 0, 24);
    String unaccepted = row("0100007F:1F90", "0100007F:9C44", "01", 0, 0);
    String anothers = row("0100007F:1F90", "0100007F:9C44", "01", 0, 77);
    String closed = row("0100007F:9C41", "0100007F:1F90", "08", 0, 22);
    String over = row("0100007F:9C43", "0100007F:1F90", "06", 0, 0);
    String agents = row("0100007F:C001", "0100007F:9C48", "01", 0, 22);
    assertThat(connections(listens + client + server)).isEqualTo(new Within(5, 2));
    assertThat(connections(client + server)).isEqualTo(new Within(5, 2));
    assertThat(connections(listens + client + unaccepted)).isEqualTo(new Within(5, 2));
    assertThat(connections(listens + client + server + over + agents)).isEqualTo(new Within(5, 2));
    assertThat(connections(listens)).isNull();
    assertThat(connections(client + unaccepted)).isNull();
    assertThat(connections(listens + client + anothers)).isNull();
    assertThat(connections(listens + server)).isNull();
    assertThat(connections(listens + client + server + closed)).isNull();
    assertThat(connections(row("0100007F:9C40", "0700000A:1538", "01", 0, 22))).isNull();
  }

  private @Nullable Within connections(String rows) {
    files.file("/proc/self/net/tcp", HEADING + rows);
    return tcp(Set.of(11L, 22L, 23L, 24L)).within();
  }

  @Test
  void ofManyPeersTheMostAreShownAndTheRestIsOneRow() {
    StringBuilder rows = new StringBuilder(HEADING);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j <= i % 30; j++) {
        rows.append(row("0100007F:9C40", "%08X:1538".formatted(i + 1), "01", 0, 1));
      }
    }
    files.file("/proc/self/net/tcp", rows.toString());
    List<Peer> peers = tcp(Set.of(1L)).peers();
    assertThat(peers).hasSize(20);
    assertThat(peers.get(19).group()).isEqualTo("other");
    assertThat(peers.stream().mapToLong(Peer::connections).sum()).isEqualTo(300 / 30 * 465);
  }

  @Test
  void aTableThatTakesTooLongIsSaidToBeIncomplete() {
    StringBuilder rows = new StringBuilder(HEADING);
    for (int i = 0; i < 1_000; i++) {
      rows.append(row("0100007F:9C40", "0700000A:1538", "01", 0, 1));
    }
    files.file("/proc/self/net/tcp", rows.toString());
    Network network =
        TcpTable.read(files.root(), Set.of(1L), new Inside(OWN_PORT, 5), new Budget(-1));
    assertThat(network.complete()).isFalse();
    assertThat(network.othersListening()).isEqualTo(-1);
  }

  @Test
  void addressesOfVersionSixAreReadable() {
    files.file(
        "/proc/self/net/tcp6",
        HEADING
            + row(
                "B80D0120000000000000000001000000:9C40",
                "B80D0120000000000000000001000000:01BB",
                "01",
                0,
                1));
    assertThat(tcp(Set.of(1L)).peers().get(0).group()).isEqualTo("[2001:db8:0:0:0:0:0:1]:443");
  }

  @Test
  void refusedConnectionsAreThoseOfTheNamespace() {
    files.file(
        "/proc/self/net/netstat",
        """
        TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPHPHits
        TcpExt: 1 170 172 9
        IpExt: InNoRoutes
        IpExt: 5
        """);
    Network network = files.reader().lookAtAll().network();
    assertThat(network.listenOverflows()).isEqualTo(170);
    assertThat(network.listenDrops()).isEqualTo(172);
  }

  @Test
  void processorsAreSharedOutByTheTicksBetweenTwoLooks() {
    String stat = "100 (a (b) c) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 9 0 1 1 1\n";
    ProcessorTimes times = new ProcessorTimes(files.root());
    files
        .file("/proc/stat", "cpu  100 0 100 800 0 0 0 0 50 0\ncpu0 1 2 3\n")
        .file("/proc/self/stat", stat.formatted(40, 10))
        .file("/proc/loadavg", "1.25 0.4 0.3 2/713 4711\n");
    assertThat(times.read().machine()).isNaN();
    files
        .file("/proc/stat", "cpu  160 0 120 900 10 0 0 10 99 0\ncpu0 1 2 3\nprocs_running 4\n")
        .file("/proc/self/stat", stat.formatted(70, 20));
    Host.Cpu cpu = times.read();
    assertThat(cpu.machine()).isEqualTo(0.45, within(1e-9));
    assertThat(cpu.steal()).isEqualTo(0.05, within(1e-9));
    assertThat(cpu.process()).isEqualTo(0.2, within(1e-9));
    assertThat(cpu.processSeconds()).isEqualTo(0.9, within(1e-9));
    assertThat(cpu.load()).isEqualTo(1.25);
    assertThat(cpu.queued()).isEqualTo(0.75);
  }

  @Test
  void thisProcessIsReadTruly() {
    try (HostReader reader = new HostReader(Path.of("/"), Thread::new)) {
      Host host = reader.lookAtAll();
      if (host.threads() < 0) {
        System.err.println("SKIPPED: no /proc here");
        return;
      }
      assertThat(host.threads()).isBetween(5L, 1_000L);
      assertThat(host.files().open()).isBetween(3L, 10_000L);
      assertThat(host.files().limit()).isGreaterThan(host.files().open());
      assertThat(host.cpu().processSeconds()).isPositive();
      assertThat(host.children().alive()).isGreaterThanOrEqualTo(0);
      assertThat(host.network().listenDrops()).isGreaterThanOrEqualTo(0);
    }
  }

  @Test
  void whatIsDearIsReadTheLessOftenTheDearerItIs() {
    long milli = 1_000_000L;
    assertThat(SlowLook.pause(2 * milli)).isEqualTo(10_000 * milli);
    assertThat(SlowLook.pause(10 * milli)).isEqualTo(20_000 * milli);
    assertThat(SlowLook.pause(100 * milli)).isEqualTo(30_000 * milli);
    assertThat(SlowLook.pause(1_000 * milli)).as("1 % of a processor").isEqualTo(100_000 * milli);
  }
}
