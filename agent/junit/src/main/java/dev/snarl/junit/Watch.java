package dev.snarl.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The watch over the tests of this JVM: one, from the first test on. It reads what the agent found,
 * decides which test that fails, and keeps it until that test asks. Reading a file that has not
 * grown is all that it costs a test.
 */
final class Watch {
  /** The agent judges about once a second. */
  private static final Duration JUDGED = Duration.ofMillis(1_200);

  private static @Nullable Watch current;
  private static boolean tried;

  private final Settings settings;
  private final Executions executions = new Executions();
  private final FindingsFile findings;
  private final Application application;
  private final @Nullable Baseline baseline;
  private final List<Failure> failures = new ArrayList<>();
  private volatile boolean over;
  private volatile boolean broken;

  private record Failure(Tangle tangle, Blame blame) {}

  private Watch(Settings settings, Path file) throws IOException {
    this.settings = settings;
    this.findings = new FindingsFile(file);
    this.application = new Application(settings.app(), settings.testCode());
    Path known = settings.baseline();
    this.baseline = known == null ? null : new Baseline(known, settings.write());
  }

  /** The one of this JVM; null if there is none, and then the tests run as without. */
  static synchronized @Nullable Watch current() {
    return current;
  }

  /** Attaches the agent, once. */
  static synchronized void begin(Settings settings) {
    if (tried || !settings.enabled()) {
      return;
    }
    tried = true;
    String why;
    try {
      Path file = Files.createTempFile("snarl-junit", ".jsonl");
      file.toFile().deleteOnExit();
      Watch watch = new Watch(settings, file);
      why = Attachment.attach(settings.agentOptions(file));
      if (why.isEmpty()) {
        current = watch;
        return;
      }
    } catch (IOException e) {
      why = e.toString();
    }
    say("no agent in this JVM, the tests run without it: " + why);
  }

  private static void say(String what) {
    System.err.println("snarl-junit: " + what);
  }

  void began(Execution execution) {
    over = false;
    executions.began(execution);
  }

  void ended(String id, boolean passed) {
    Execution execution = executions.ended(id, Instant.now());
    if (execution != null && execution.method() != null && baseline != null) {
      baseline.ended(execution, passed);
    }
  }

  /** Fails a test for what opened in its time. */
  void failTest(String id) {
    fail(taken(blame -> id.equals(blame.test())), List.of());
  }

  /** Fails a class for what opened in the time of its tests, and no test has failed for. */
  void failClass(Class<?> type) {
    fail(taken(blame -> type.equals(blame.type())), List.of());
  }

  /** Fails the run for all the rest, after the agent has judged the last second. */
  void failRun() {
    if (over) {
      return;
    }
    over = true;
    try {
      Duration ran = executions.since(Instant.now());
      TimeUnit.NANOSECONDS.sleep((ran.compareTo(JUDGED) < 0 ? ran : JUDGED).toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Failure> rest = taken(blame -> true);
    fail(rest, baseline == null || broken ? List.of() : baseline.gone());
  }

  private synchronized List<Failure> taken(Predicate<Blame> whose) {
    try {
      for (String line : broken ? List.<String>of() : findings.news()) {
        Tangle tangle = Tangle.of(line);
        if (tangle != null) {
          judge(tangle);
        }
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      broken = true; // no fault of the tests
      say("the rest of the findings cannot be read: " + e);
    }
    List<Failure> taken = new ArrayList<>();
    for (Iterator<Failure> each = failures.iterator(); each.hasNext(); ) {
      Failure failure = each.next();
      if (whose.test(failure.blame())) {
        taken.add(failure);
        each.remove();
      }
    }
    return taken;
  }

  private void judge(Tangle tangle) throws IOException {
    if (baseline != null) {
      baseline.saw(tangle);
    }
    List<Execution> suspects = executions.suspects(tangle);
    boolean counts =
        settings.rules().contains(tangle.rule())
            && (!Settings.needsOneTest(tangle.rule()) || ranThroughout(suspects, tangle))
            && suspects.stream().noneMatch(suspect -> suspect.intends(tangle.rule()))
            && application.owns(tangle, suspects);
    if (counts) {
      Blame blame = Blame.of(suspects);
      if (baseline == null || !baseline.knows(tangle, blame.place())) {
        failures.add(new Failure(tangle, blame));
      }
    }
  }

  private static boolean ranThroughout(List<Execution> suspects, Tangle tangle) {
    return suspects.size() == 1
        && suspects.get(0).test()
        && !suspects.get(0).begin().isAfter(tangle.opened().minus(tangle.span()));
  }

  private static void fail(List<Failure> failures, List<String> gone) {
    if (failures.isEmpty() && gone.isEmpty()) {
      return;
    }
    List<String> texts = new ArrayList<>();
    failures.forEach(failure -> texts.add(failure.tangle().text() + '\n' + failure.blame().why()));
    texts.addAll(gone);
    AssertionError error = new AssertionError(String.join("\n\n", texts));
    error.setStackTrace(
        failures.stream()
            .map(failure -> failure.tangle().frame())
            .toArray(StackTraceElement[]::new));
    throw error;
  }
}
