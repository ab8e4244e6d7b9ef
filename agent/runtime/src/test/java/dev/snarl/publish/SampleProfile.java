package dev.snarl.publish;

import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Profile.WaitKind;
import java.util.List;
import java.util.Map;

/** A hand-built profile with one row of everything. */
public final class SampleProfile {
  private static final long SECOND = 1_000_000_000L;

  private SampleProfile() {}

  public static Profile profile() {
    return new Profile(
        new Profile.Recorder(
            true,
            null,
            SECOND / 2,
            60 * SECOND,
            0,
            1_234,
            List.of("jdk.FileRead"),
            Map.of("jdk.ThreadPark", SECOND / 50)),
        List.of(new Profile.Collections("G1New", "G1 Evacuation Pause", 7, SECOND, SECOND / 5)),
        new Profile.HeapAfter(100, 200),
        List.of(new Profile.Allocation(Sample.SITE, "byte[]", 3, 4_096)),
        List.of(new Profile.GroupBytes("http-#", 3, 4_096)),
        new Profile.Safepoints(9, 2 * SECOND, SECOND, SECOND / 2, SECOND / 4),
        List.of(new Profile.Operation("G1CollectFull", 1, SECOND, SECOND)),
        new Profile.Compilation(
            List.of(new Profile.Tier("c2", 4, 5, 3 * SECOND, SECOND)),
            2,
            1,
            0,
            Map.of("c2", 12L),
            List.of(new Profile.Segment("non-nmethods", 1_000, 500))),
        List.of(
            wait(WaitKind.MONITOR, "java.lang.Object", 5),
            wait(WaitKind.PARK, "", 6),
            wait(WaitKind.SOCKET_READ, "db:5432", 7),
            wait(WaitKind.FILE_WRITE, "", 8)),
        List.of(new Profile.OldObject("byte[]", Sample.SITE, 1, SECOND)),
        Map.of("jfr-parks", 0L));
  }

  private static Profile.SiteWait wait(WaitKind kind, String target, long seconds) {
    return new Profile.SiteWait(
        kind, Sample.SITE, "Socket.read", target, 3, seconds * SECOND, SECOND, 10);
  }
}
