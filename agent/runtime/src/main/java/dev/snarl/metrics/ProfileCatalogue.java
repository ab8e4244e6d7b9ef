package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;

import dev.snarl.metrics.Catalogue.Entry;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Profile.WaitKind;
import dev.snarl.text.Figures;
import java.util.List;
import java.util.Locale;

/**
 * The metrics of the flight recorder; a part of {@link Catalogue}. Pauses of the collector are
 * {@code jvm_gc_pause_seconds}. Without the flight recorder, most are absent.
 */
final class ProfileCatalogue {
  private static final Part<Profile> SNAPSHOT = part("snapshot");
  private static final Part<Profile> RECORDER = part("flight recorder");

  private ProfileCatalogue() {}

  private static Part<Profile> part(String source) {
    return new Part<>(source, moment -> moment.snapshot().vitals().profile());
  }

  static List<Entry> entries() {
    return List.of(
        SNAPSHOT.entry(
            "snarl_jfr_running",
            GAUGE,
            "1",
            List.of(),
            "1 while the flight recorder streams its events to the agent",
            (profile, series) -> series.add(profile.recorder().running() ? 1 : 0)),
        RECORDER.entry(
            "snarl_jfr_events_total",
            COUNTER,
            "events",
            List.of(),
            "Events of the flight recorder that the agent took",
            (profile, series) -> {
              if (seen(profile)) {
                series.add(profile.recorder().events());
              }
            }),
        RECORDER.entry(
            "snarl_allocated_bytes_total",
            COUNTER,
            "bytes",
            List.of("site"),
            "Memory allocated, by samples",
            (profile, series) ->
                profile.allocations().forEach(a -> series.add(a.bytes(), a.site()))),
        RECORDER.entry(
            "snarl_thread_allocated_bytes_total",
            COUNTER,
            "bytes",
            List.of("threads"),
            "The same by the folded name of the thread",
            (profile, series) ->
                profile.allocatedBy().forEach(g -> series.add(g.bytes(), g.group()))),
        RECORDER.entry(
            "snarl_monitor_blocked_seconds_total",
            COUNTER,
            "seconds",
            List.of("site"),
            "Time blocked at the entry of a monitor, waits of 20 ms or more",
            (profile, series) ->
                waits(profile, WaitKind.MONITOR)
                    .forEach(w -> series.add(w.nanos() / Figures.NANOS, w.site()))),
        RECORDER.entry(
            "snarl_parked_seconds_total",
            COUNTER,
            "seconds",
            List.of("site"),
            "Time parked, 20 ms or more at a time; without pools' workers that wait for a task",
            (profile, series) ->
                waits(profile, WaitKind.PARK)
                    .forEach(w -> series.add(w.nanos() / Figures.NANOS, w.site()))),
        RECORDER.entry(
            "snarl_io_wait_seconds_total",
            COUNTER,
            "seconds",
            List.of("kind", "site"),
            "Time blocked in sockets and files, 20 ms or more at a time",
            (profile, series) ->
                profile.waits().stream()
                    .filter(w -> w.kind().compareTo(WaitKind.SOCKET_READ) >= 0)
                    .forEach(w -> series.add(w.nanos() / Figures.NANOS, label(w), w.site()))),
        RECORDER.entry(
            "snarl_peer_wait_seconds_total",
            COUNTER,
            "seconds",
            List.of("peer"),
            "Time blocked in sockets, 20 ms or more at a time, by the other side",
            (profile, series) ->
                profile.waits().stream()
                    .filter(
                        w -> w.kind() == WaitKind.SOCKET_READ || w.kind() == WaitKind.SOCKET_WRITE)
                    .forEach(w -> series.add(w.nanos() / Figures.NANOS, w.target()))),
        RECORDER.entry(
            "snarl_safepoints_total",
            COUNTER,
            "safepoints",
            List.of(),
            "Times that all threads were stopped",
            (profile, series) -> {
              if (seen(profile)) {
                series.add(profile.safepoints().count());
              }
            }),
        RECORDER.entry(
            "snarl_safepoint_seconds_total",
            COUNTER,
            "seconds",
            List.of(),
            "Time that all threads were stopped, the next included",
            (profile, series) -> {
              if (seen(profile)) {
                series.add(profile.safepoints().nanos() / Figures.NANOS);
              }
            }),
        RECORDER.entry(
            "snarl_safepoint_sync_seconds_total",
            COUNTER,
            "seconds",
            List.of(),
            "Time until the last thread had stopped",
            (profile, series) -> {
              if (seen(profile)) {
                series.add(profile.safepoints().syncNanos() / Figures.NANOS);
              }
            }),
        RECORDER.entry(
            "snarl_compilation_seconds_total",
            COUNTER,
            "seconds",
            List.of("tier"),
            "Time of compilations that took 1 ms or more",
            (profile, series) ->
                profile
                    .compilation()
                    .tiers()
                    .forEach(
                        t ->
                            series.add(
                                t.nanos() / Figures.NANOS, t.compiler() + '-' + t.level()))));
  }

  /** The flight recorder ran once: its totals stay. */
  private static boolean seen(Profile profile) {
    return profile.recorder().runningNanos() > 0;
  }

  private static List<SiteWait> waits(Profile profile, WaitKind kind) {
    return profile.waits().stream().filter(wait -> wait.kind() == kind).toList();
  }

  private static String label(SiteWait wait) {
    return wait.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
