package dev.snarl.recordings;

import dev.snarl.hypotheses.Answer;
import dev.snarl.hypotheses.Hypotheses;
import dev.snarl.hypotheses.Hypothesis;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Timeline;
import dev.snarl.stacks.Frames;
import dev.snarl.text.Figures;
import dev.snarl.text.Gzip;
import dev.snarl.threads.Diagnosis;
import dev.snarl.threads.Dumps;
import dev.snarl.threads.Triage;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.internal.FlightRecordingLoader;
import org.openjdk.jmc.flightrecorder.parser.synthetic.SyntheticAttributeExtension;

/**
 * Judges a flight recording of a JVM that need not have had an agent. JMC's parser holds one chunk
 * for each thread that it reads with; of the events only what is judged is kept.
 */
public final class RecordingTriage {
  private static final Set<String> HANGS =
      Set.of("lock-deadlock", "pool-deadlock", "pool-starvation");

  /** Of these suspicions a recording has the numbers; the others are true if a finding says so. */
  private static final Set<String> JUDGED = Set.of("gc-heap", "cpu-saturated");

  /** The parser keeps the bytes of a chunk, and what they name; measured. */
  private static final int MEMORY_PER_BYTE = 3;

  /** Or the JVM may collect it. */
  private static final Logger PARSER = Logger.getLogger("org.openjdk.jmc");

  private final List<String> application;

  /**
   * A triage.
   *
   * @param application prefixes of the application's packages; empty to guess
   */
  public RecordingTriage(List<String> application) {
    this.application = List.copyOf(application);
  }

  /**
   * Reads and judges a file. One that gzip compressed is unpacked to a temporary file.
   *
   * @throws NotARecording if it holds none that can be read; the message is one line
   */
  public Judged of(Path file) throws IOException {
    if (!Gzip.begins(file)) {
      return of(file, file, null);
    }
    Path unpacked = Files.createTempFile("snarl-recording", ".jfr");
    try (Gzip in = new Gzip(Files.newInputStream(file))) {
      Files.copy(in, unpacked, StandardCopyOption.REPLACE_EXISTING);
      return of(file, unpacked, in.cut());
    } finally {
      Files.deleteIfExists(unpacked);
    }
  }

  private Judged of(Path file, Path content, @Nullable String damage) throws IOException {
    Chunks chunks = Chunks.of(file, content);
    long needed = MEMORY_PER_BYTE * chunks.largest();
    if (needed > Runtime.getRuntime().maxMemory()) {
      throw new NotARecording(
          "%s has a chunk of %s, which takes about %s of heap to read: java -Xmx%sm -jar snarl.jar"
              .formatted(
                  file, Figures.bytes(chunks.largest()), Figures.bytes(needed), needed >> 20));
    }
    Threads threads = new Threads(new Frames(application, KnownLibraries.frames()));
    Recording recording = read(file, content, threads);
    if (recording.events.isEmpty()) {
      throw new NotARecording(file + " holds no events");
    }
    Replay replay = new Replay(recording, threads, application(recording));
    replay.run();
    List<String> notes = new ArrayList<>();
    Diagnosis dumps = dumps(recording, notes);
    List<Finding> findings =
        joined(replay.findings(), dumps == null ? List.of() : stuck(dumps.findings(), recording));
    notes.addAll(notes(recording, chunks));
    if (damage != null) {
      notes.add(damage);
    }
    return new Judged(
        summary(findings, recording),
        findings,
        replay.chains(),
        hypotheses(replay.timeline(), findings),
        new Judged.Facts(
            String.valueOf(file.getFileName()),
            recording.jvm,
            Instant.ofEpochMilli(recording.begin / 1_000_000),
            recording.seconds(),
            recording.events.values().stream().mapToLong(Long::longValue).sum(),
            recording.waits.stream().filter(threads::counts).count(),
            recording.dumps.size()),
        notes);
  }

  private static Recording read(Path file, Path content, Threads threads) throws IOException {
    PARSER.setLevel(Level.OFF);
    Reading reading = new Reading(threads);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(content))) {
      FlightRecordingLoader.loadStream(
          in, List.of(new SyntheticAttributeExtension(), reading), false, true);
    } catch (CouldNotLoadRecordingException | RuntimeException e) {
      throw new NotARecording(file + " cannot be read as a flight recording: " + e);
    }
    return reading.recording();
  }

  private static String application(Recording recording) {
    String main = recording.main.strip();
    int end = main.indexOf(' ');
    String first = end < 0 ? main : main.substring(0, end);
    return first.isEmpty() ? "unknown" : first.substring(first.lastIndexOf('.') + 1);
  }

  /** A dump shows the waits that never ended, which have no event. */
  private @Nullable Diagnosis dumps(Recording recording, List<String> notes) {
    if (recording.dumps.isEmpty()) {
      notes.add(
          "a wait that never ended has no event: only a thread dump shows it, and the"
              + " recording has none");
      return null;
    }
    Dumps dumps = new Dumps();
    for (Recording.Dump dump : recording.dumps) {
      Instant at = Instant.ofEpochMilli(dump.at() / 1_000_000);
      try {
        dumps.read(
            "the dump of " + at,
            new ByteArrayInputStream(dump.text().getBytes(StandardCharsets.UTF_8)));
      } catch (IOException e) {
        notes.add(String.valueOf(e.getMessage()));
      }
    }
    Diagnosis diagnosis = null;
    try {
      diagnosis =
          new Triage(application, Instant.ofEpochMilli(recording.end / 1_000_000)).of(dumps);
      notes.addAll(diagnosis.notes());
    } catch (IndexOutOfBoundsException none) {
      notes.add("no thread dump of the recording could be read");
    }
    return diagnosis;
  }

  /**
   * Of a dump only what hangs, which no event shows; and not where an event says that such a wait
   * went on until after the dump and then ended.
   */
  private static List<Finding> stuck(List<Finding> dumped, Recording recording) {
    return dumped.stream()
        .filter(finding -> HANGS.contains(finding.rule()))
        .filter(finding -> !ended(finding, recording))
        .toList();
  }

  private static boolean ended(Finding finding, Recording recording) {
    return recording.waits.stream()
        .filter(wait -> wait.view().siteText().equals(finding.site()))
        .anyMatch(
            wait ->
                recording.dumps.stream()
                    .anyMatch(dump -> wait.from() <= dump.at() && dump.at() <= wait.to()));
  }

  /** What events proved for longer than a moment comes before the same in a dump. */
  private static List<Finding> joined(Collection<Finding> replayed, List<Finding> dumped) {
    Map<String, Finding> all = new LinkedHashMap<>();
    replayed.forEach(finding -> all.put(finding.rule() + ' ' + finding.site(), finding));
    for (Finding finding : dumped) {
      all.putIfAbsent(finding.rule() + ' ' + finding.site(), finding);
    }
    return all.values().stream()
        .sorted(
            Comparator.comparing(Finding::severity)
                .reversed()
                .thenComparing(finding -> -finding.count()))
        .toList();
  }

  private static List<Hypothesis> hypotheses(@Nullable Timeline timeline, List<Finding> findings) {
    if (timeline == null) {
      return List.of();
    }
    Map<String, String> titles = new HashMap<>();
    findings.forEach(finding -> titles.put(finding.id(), finding.title()));
    return Hypotheses.judge(timeline, findings).stream()
        .filter(each -> each.answer() != Answer.NOT_SEEN)
        .filter(each -> JUDGED.contains(each.id()) || !each.findings().isEmpty())
        .map(
            each ->
                JUDGED.contains(each.id())
                    ? each
                    : each.because(titles.getOrDefault(each.findings().get(0), each.number())))
        .toList();
  }

  private static List<String> notes(Recording recording, Chunks chunks) {
    List<String> notes = new ArrayList<>();
    if (chunks.cut()) {
      notes.add(
          "the recording is cut off: %s of it could be read"
              .formatted(Figures.plural(chunks.count(), "chunk")));
    }
    if (recording.shortestNanos > 0) {
      notes.add(
          "there are too many waits to keep: those shorter than %s were left out"
              .formatted(Figures.time(recording.shortestNanos / Figures.NANOS)));
    }
    if (recording.startsDropped > 0) {
      notes.add(
          "there are too many starts of threads to keep: %s were left out"
              .formatted(recording.startsDropped));
    }
    notes.addAll(recording.settings.hidden(recording.feature()));
    return notes;
  }

  private static String summary(List<Finding> findings, Recording recording) {
    if (!findings.isEmpty()) {
      Finding worst = findings.get(0);
      Object certainty = worst.evidence().get("certainty");
      return "%s, at %s%s"
          .formatted(
              worst.title(),
              worst.site(),
              certainty == null && findings.size() == 1
                  ? ""
                  : " (%s%s)"
                      .formatted(
                          certainty == null ? "" : certainty + (findings.size() > 1 ? "; " : ""),
                          findings.size() > 1
                              ? "%s more below".formatted(findings.size() - 1)
                              : ""));
    }
    return "Nothing found in %s, as far as its events show."
        .formatted(Figures.time(recording.seconds()));
  }
}
