package dev.snarl.publish;

import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Connector;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import java.util.Map;

/** A hand-built host of which everything is known. */
final class SampleHost {
  static final Host HOST =
      new Host(
          new Host.OpenFiles(786, 1_048_576),
          80,
          List.of(
              new Host.ThreadLimit("cgroup /", 93, 100),
              new Host.ThreadLimit("cgroup /up", 93, Host.UNLIMITED)),
          new Host.Cpu(0.2, 0.4, 0.01, 1.5, 0, 12.5),
          new Host.Cgroup(
              2,
              List.of(new Host.CpuQuota("/", 1.5, 400, 100, 2_500_000_000L)),
              400_000_000,
              536_870_912,
              2),
          new Host.Network(
              170,
              172,
              0,
              List.of(new Host.Listener("::", 8080, 7, Map.of("established", 3L), 0)),
              List.of(new Host.Peer("10.0.0.7:5432", Map.of("close-wait", 2L))),
              true,
              true,
              null),
          new Host.Children(1, 0, 5, List.of()),
          List.of(
              new ConnectionPool(
                  "HikariPool-1",
                  "HikariCP",
                  true,
                  Sample.SITE,
                  10,
                  9,
                  1,
                  5,
                  10,
                  4,
                  2.5,
                  false,
                  6,
                  List.of(new SiteCount(Sample.SITE, 3)),
                  List.of(),
                  0,
                  null)),
          List.of(new Connector("http-nio-8080", 8080, 12, 8_192, 100, 3, 10, 200)));

  private SampleHost() {}
}
