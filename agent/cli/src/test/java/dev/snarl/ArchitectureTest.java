package dev.snarl;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.snarl.instrument.Library;
import dev.snarl.instrument.Point;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.publish.Stacks;
import java.io.IOException;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows between packages, as docs/architecture.md draws them, and the line at snapshot. */
class ArchitectureTest {
  private static final String[] JOINED = {
    "live", "sites", "slots", "pools", "waits", "locks", "code", "wakes"
  };

  /** Each package and those that it may use, besides {@code text}, which uses none. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          entry("text", Set.of()),
          entry("heap", Set.of()),
          entry("snapshot", Set.of()),
          entry("instrument", Set.of()),
          entry("libraries", Set.of("instrument")),
          entry("jvm", Set.of("snapshot")),
          entry("host", Set.of("snapshot")),
          entry("jfr", Set.of("snapshot")),
          entry("stacks", Set.of()),
          room("live", "snapshot"),
          room("requests", "snapshot stacks libraries", "live"),
          room("sites", "snapshot stacks", "live", "requests"),
          room("slots", "snapshot stacks libraries", "live", "sites"),
          room("pools", "snapshot libraries", "live", "sites", "slots"),
          room("connections", "snapshot", "live", "sites", "pools"),
          room("virtuals", "snapshot", "live", "sites", "pools"),
          room("waits", "snapshot", "live", "sites", "slots", "pools"),
          room("coroutines", "snapshot stacks", "live", "sites", "slots", "pools", "waits"),
          room("locks", "snapshot stacks", "live", "sites", "slots", "waits"),
          room("code", "snapshot stacks", "live", "sites"),
          room("wakes", "snapshot stacks", "live", "sites", "slots", "pools", "waits", "locks"),
          room("ends", "snapshot libraries", JOINED),
          room("pairs", "snapshot", JOINED),
          room("tasks", "snapshot stacks", "live", "sites", "slots", "pools", "waits", "locks"),
          entry(
              "observe",
              Set.of(
                  "snapshot",
                  "stacks",
                  "libraries",
                  "observe.live",
                  "observe.sites",
                  "observe.slots",
                  "observe.pools",
                  "observe.connections",
                  "observe.virtuals",
                  "observe.waits",
                  "observe.coroutines",
                  "observe.locks",
                  "observe.code",
                  "observe.wakes",
                  "observe.ends",
                  "observe.pairs",
                  "observe.tasks")),
          entry("graph", Set.of("snapshot")),
          entry("sizing", Set.of("snapshot")),
          entry("chains", Set.of("snapshot")),
          entry("rules", Set.of("snapshot", "graph", "sizing")),
          entry("metrics", Set.of("snapshot", "chains", "rules")),
          entry("delivery", Set.of()),
          entry("cloudwatch", Set.of("snapshot", "metrics", "delivery")),
          entry("otlp", Set.of("chains", "rules", "delivery")),
          entry("hypotheses", Set.of("snapshot", "graph", "rules")),
          entry("console", Set.of("snapshot", "rules", "stacks", "libraries")),
          entry(
              "publish",
              Set.of(
                  "snapshot",
                  "graph",
                  "chains",
                  "rules",
                  "metrics",
                  "sizing",
                  "hypotheses",
                  "console")),
          entry("nginx", Set.of()),
          entry("collect", Set.of()),
          entry("threads", Set.of("stacks", "snapshot", "graph", "rules", "libraries")),
          entry(
              "recordings",
              Set.of(
                  "threads", "snapshot", "chains", "rules", "hypotheses", "stacks", "libraries")),
          entry(
              "lost",
              Set.of("heap", "threads", "snapshot", "graph", "rules", "stacks", "libraries")),
          entry(
              "cli",
              Set.of(
                  "snapshot",
                  "jvm",
                  "chains",
                  "rules",
                  "sizing",
                  "hypotheses",
                  "nginx",
                  "console",
                  "heap",
                  "lost",
                  "collect",
                  "recordings",
                  "threads")),
          entry(
              "agent",
              Set.of(
                  "snapshot",
                  "instrument",
                  "libraries",
                  "jvm",
                  "host",
                  "jfr",
                  "stacks",
                  "observe",
                  "observe.live",
                  "chains",
                  "rules",
                  "metrics",
                  "cloudwatch",
                  "otlp",
                  "sizing",
                  "hypotheses",
                  "console",
                  "publish")));

  private static final String[] PAST_SNAPSHOT = {
    "dev.snarl.snapshot..",
    "dev.snarl.graph..",
    "dev.snarl.chains..",
    "dev.snarl.rules..",
    "dev.snarl.metrics..",
    "dev.snarl.delivery..",
    "dev.snarl.cloudwatch..",
    "dev.snarl.otlp..",
    "dev.snarl.sizing..",
    "dev.snarl.hypotheses..",
    "dev.snarl.console..",
    "dev.snarl.publish..",
    "dev.snarl.nginx..",
    "dev.snarl.collect..",
    "dev.snarl.threads..",
    "dev.snarl.cli.."
  };

  /** Surefire runs in the folder of {@code cli}, which may use the modules beside it. */
  private static final JavaClasses OURS = classesOf("model", "runtime", "cli");

  private static final JavaClasses WITH_THE_PROBE = classesOf("runtime", "bootstrap");

  private static JavaClasses classesOf(String... modules) {
    return new ClassFileImporter()
        .importPaths(
            Stream.of(modules)
                .map(module -> Path.of("..", module, "target", "classes"))
                .toArray(Path[]::new));
  }

  @TestFactory
  Stream<DynamicTest> eachPackageUsesOnlyThoseBeforeIt() {
    return MAY_USE.keySet().stream()
        .sorted()
        .map(name -> DynamicTest.dynamicTest(name, () -> usesOnlyThoseBeforeIt(name)));
  }

  private static void usesOnlyThoseBeforeIt(String name) {
    String[] others =
        MAY_USE.keySet().stream()
            .filter(other -> !other.equals(name) && !other.equals("text"))
            .filter(other -> !MAY_USE.getOrDefault(name, Set.of()).contains(other))
            .map(ArchitectureTest::pattern)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(pattern(name))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(OURS);
  }

  /** A room of {@code observe}, with the packages that it may use and the rooms. */
  private static Map.Entry<String, Set<String>> room(
      String name, String packages, String... rooms) {
    Set<String> all = new TreeSet<>(Set.of(packages.split(" ", -1)));
    for (String room : rooms) {
      all.add("observe." + room);
    }
    return entry("observe." + name, all);
  }

  /** A package whose rooms are listed is without them; of any other the rooms are a part. */
  private static String pattern(String name) {
    boolean rooms = MAY_USE.keySet().stream().anyMatch(other -> other.startsWith(name + "."));
    return "dev.snarl." + name + (rooms ? "" : "..");
  }

  @Test
  void everyClassIsInAPackageThatHasItsPlace() {
    classes()
        .should()
        .resideInAnyPackage(
            MAY_USE.keySet().stream().map(ArchitectureTest::pattern).toArray(String[]::new))
        .check(OURS);
  }

  @Test
  void nothingPastSnapshotTouchesTheProbe() {
    noClasses()
        .that()
        .resideInAnyPackage(PAST_SNAPSHOT)
        .should()
        .dependOnClassesThat(THE_PROBE)
        .check(OURS);
  }

  @Test
  void nothingPastSnapshotChangesClassesOrReadsStacks() {
    noClasses()
        .that()
        .resideInAnyPackage(PAST_SNAPSHOT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.instrument..", "org.objectweb.asm..")
        .orShould()
        .callMethod(Thread.class, "getStackTrace")
        .orShould()
        .callMethod(Thread.class, "getAllStackTraces")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(StackWalker.class)
        .check(OURS);
  }

  /**
   * Metrics are exempt: the {@code jvm_*} family is read from the platform's own beans. So is the
   * command line, which has a JVM of its own.
   */
  @Test
  void nothingElsePastSnapshotReadsTheLiveJvm() {
    noClasses()
        .that()
        .resideInAnyPackage(PAST_SNAPSHOT)
        .and()
        .resideOutsideOfPackages("dev.snarl.metrics..", "dev.snarl.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.management..", "com.sun.management..", "jdk.internal..")
        .check(OURS);
  }

  /**
   * Its snapshots of a thread read the stack of a carrier of virtual threads while that runs, and
   * crash the JVM: https://bugs.openjdk.org/browse/JDK-8392031. One class asks, for others.
   */
  @Test
  void oneClassHandsThreadsToTheThreadBean() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.snarl.observe.locks.Monitors")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ThreadInfo.class)
        .orShould()
        .callMethodWhere(
            target(nameMatching("getThreadInfo|dumpAllThreads|find\\w*DeadlockedThreads")))
        .check(OURS);
  }

  /** The other exception: the stack of one thread, which the agent reads when somebody asks. */
  @Test
  void onlyTheAgentReadsStacksForThePublishers() {
    classes()
        .that()
        .implement(Stacks.class)
        .should()
        .resideInAPackage("dev.snarl.agent")
        .check(OURS);
  }

  /** A pool's own lock is taken by {@code tryLock()} or not at all. */
  @Test
  void whatReadsTheApplicationWaitsForNoLock() {
    noClasses()
        .that()
        .resideInAnyPackage("java.util.concurrent", "dev.snarl.observe..", "dev.snarl.host..")
        .should()
        .callMethodWhere(WAITS_FOR_A_LOCK)
        .check(WITH_THE_PROBE);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("java.util.concurrent.SnarlLens")
        .should()
        .callMethod(ReentrantLock.class, "tryLock")
        .check(WITH_THE_PROBE);
  }

  private static final DescribedPredicate<JavaMethodCall> WAITS_FOR_A_LOCK =
      DescribedPredicate.describe(
          "wait for a lock",
          call ->
              call.getTargetOwner().isAssignableTo(Lock.class)
                  && (call.getName().startsWith("lock")
                      || !call.getTarget().getRawParameterTypes().isEmpty()));

  /** Any other is taken for one of the application's, which may end its waits. */
  @Test
  void theAgentMakesNoThreadsButItsOwnKind() {
    noClasses()
        .that()
        .resideInAnyPackage(IN_THE_AGENT)
        .and(not(belongToAnyOf(AgentThread.class)))
        .and()
        .doNotHaveFullyQualifiedName("dev.snarl.observe.Rehearsal") // it starts none
        .should()
        .callConstructorWhere(MAKES_A_THREAD)
        .check(OURS);
  }

  private static final String[] IN_THE_AGENT = {
    "dev.snarl.agent..",
    "dev.snarl.cloudwatch..",
    "dev.snarl.host..",
    "dev.snarl.jfr..",
    "dev.snarl.metrics..",
    "dev.snarl.observe..",
    "dev.snarl.otlp..",
    "dev.snarl.publish.."
  };

  private static final DescribedPredicate<JavaConstructorCall> MAKES_A_THREAD =
      DescribedPredicate.describe(
          "make a thread", call -> call.getTargetOwner().isEquivalentTo(Thread.class));

  /** What is known of a library stands in its file, from which the prefixes are taken. */
  @Test
  void theSnapshotTheStacksAndTheProbeKnowNoLibrary() throws IOException {
    Set<String> prefixes = new TreeSet<>(KnownLibraries.frames());
    for (Library library : KnownLibraries.all()) {
      for (Point point : library.points()) {
        String[] names = point.owner().split("/", 3);
        prefixes.add(names[0] + '.' + names[1] + '.');
      }
    }
    prefixes.removeIf(prefix -> prefix.startsWith("java.") || prefix.startsWith("jdk."));
    assertThat(prefixes).contains("com.zaxxer.", "io.netty.", "kotlinx.", "org.apache.");
    List<String> known = new ArrayList<>();
    for (String folder :
        List.of(
            "model/src/main/java/dev/snarl/snapshot",
            "model/src/main/java/dev/snarl/stacks",
            "bootstrap/src/main/java")) {
      try (Stream<Path> files = Files.walk(Path.of("..", folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String text = Files.readString(file);
          prefixes.stream()
              .map(prefix -> prefix.replace("*", ""))
              .filter(prefix -> text.contains('"' + prefix) || text.contains(' ' + prefix))
              .forEach(prefix -> known.add(file.getFileName() + ": " + prefix));
        }
      }
    }
    assertThat(known).isEmpty();
  }

  @Test
  void theTestSeesTheClasses() {
    assertThat(OURS.contain("dev.snarl.snapshot.Snapshot")).isTrue();
    assertThat(WITH_THE_PROBE.contain("java.util.concurrent.SnarlLens")).isTrue();
  }

  private static final DescribedPredicate<JavaClass> THE_PROBE =
      DescribedPredicate.describe(
          "are the probe",
          type ->
              type.getPackageName().equals("java.util.concurrent")
                  && type.getSimpleName().startsWith("Snarl"));
}
