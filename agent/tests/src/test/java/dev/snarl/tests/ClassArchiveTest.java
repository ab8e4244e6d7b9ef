package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.EveryHook;
import dev.snarl.tests.programs.Unwoven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM that makes an archive of its classes is left as it is, and one that uses it is watched. */
class ClassArchiveTest {
  private static final String[] ALLOWED = {
    "-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent"
  };
  private static final String TAKEN = "programs.Unwoven source: shared objects file";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @SuppressWarnings("NullAway.Init") // JUnit calls prepare first.
  private Path jar;

  @SuppressWarnings("NullAway.Init") // JUnit calls prepare first.
  private Path archive;

  @BeforeEach
  void prepare() {
    jar = ProgramsJar.in(folder);
    archive = folder.resolve("programs.jsa");
  }

  @OnJdk
  void madeWithoutAnAgentItIsTakenWithTheAgent(Jdk jdk) throws IOException {
    assertThat(onBase(jdk).flags(output()).run(Unwoven.class).code()).isZero();
    assertThat(use(on(jdk).agent("port=0"), true)).contains("woven true");
  }

  @OnJdk
  void theJvmItselfRefusesToMakeOneWithAnAgentUnlessToldTo(Jdk jdk) {
    Exit refused = onBase(jdk).flags(output()).agent("port=0").run(Unwoven.class);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).doesNotContain("done");
    assertThat(refused.err().toString() + refused.out())
        .contains("Must enable AllowArchivingWithJavaAgent");
  }

  @OnJdk
  void madeWithTheAgentItHoldsNothingWovenAndIsTakenByWhoeverIsToldTo(Jdk jdk) throws IOException {
    Exit made = onBase(jdk).flags(ALLOWED).flags(output()).agent("port=0").run(Unwoven.class);
    assertThat(made.code()).as("%s", made).isZero();
    assertThat(made.out()).contains("woven false", "done");
    assertThat(made.err()).filteredOn(AotCacheTest.INERT.asMatchPredicate()).hasSize(1);
    assertThat(use(on(jdk).flags(ALLOWED).agent("port=0"), true)).contains("woven true");
    assertThat(use(on(jdk).flags(ALLOWED), true)).contains("woven false");
    assertThat(use(on(jdk).agent("port=0"), false)).contains("woven true");
  }

  /** From 21 on, an archive could not be made of a list that named classes of the agent. */
  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void aListOfClassesThatWasWrittenWithTheAgentServes(int feature) throws IOException {
    Jdk jdk = Jdk.of(feature);
    Path list = folder.resolve("classes.list");
    Exit listed =
        onBase(jdk).flags("-XX:DumpLoadedClassList=" + list).agent("port=0").run(Unwoven.class);
    assertThat(listed.code()).as("%s", listed).isZero();
    assertThat(listed.out()).contains("woven false", "done");
    assertThat(listed.err()).filteredOn(AotCacheTest.INERT.asMatchPredicate()).hasSize(1);
    Exit made = dump(jdk, list).run(Unwoven.class);
    assertThat(made.code()).as("%s", made).isZero();
    assertThat(use(on(jdk).agent("port=0"), true)).contains("woven true");
  }

  @Tag("full")
  @OnJdk
  void whereAnArchiveIsMadeFromAListTheAgentStandsAside(Jdk jdk) throws IOException {
    Path list = folder.resolve("classes.list");
    assertThat(onBase(jdk).flags("-XX:DumpLoadedClassList=" + list).run(Unwoven.class).code())
        .isZero();
    Exit made = dump(jdk, list).flags(ALLOWED).agent("port=0").run(Unwoven.class);
    assertThat(made.code()).as("%s", made).isZero();
    assertThat(made.err())
        .filteredOn(line -> line.startsWith("snarl: "))
        .anyMatch(AotCacheTest.INERT.asMatchPredicate())
        .noneMatch(line -> line.contains("could not"));
    assertThat(use(on(jdk).flags(ALLOWED).agent("port=0"), true)).contains("woven true");
  }

  /** Then {@code jcmd PID VM.cds dynamic_dump} may come at any time. */
  @Tag("full")
  @OnJdk
  void aJvmThatMayBeAskedForAnArchiveIsLeftAsItIs(Jdk jdk) {
    Exit recorded =
        onBase(jdk)
            .flags(ALLOWED)
            .flags("-XX:+RecordDynamicDumpInfo")
            .agent("port=0")
            .run(Unwoven.class);
    assertThat(recorded.code()).as("%s", recorded).isZero();
    assertThat(recorded.out()).contains("woven false", "done");
    assertThat(recorded.err()).filteredOn(AotCacheTest.INERT.asMatchPredicate()).hasSize(1);
  }

  /** The archive that JDKs come with, which is no archive of the application. */
  @OnJdk
  void theJdksOwnArchiveIsNoReasonToStandAside(Jdk jdk) {
    Exit exit = onBase(jdk).agent("port=0").run(Unwoven.class);
    assertThat(exit.out()).contains("woven true");
    assertThat(exit.err()).noneMatch(AotCacheTest.INERT.asMatchPredicate());
  }

  private String output() {
    return "-XX:ArchiveClassesAtExit=" + archive;
  }

  private ForkedJvm dump(Jdk jdk, Path list) {
    return on(jdk)
        .flags("-Xshare:dump", "-XX:SharedClassListFile=" + list)
        .flags("-XX:SharedArchiveFile=" + archive);
  }

  private ForkedJvm on(Jdk jdk) {
    return ForkedJvm.asUsual(jdk).from(jar);
  }

  /** With an archive of the JDK's own classes, also where the JDK came without. */
  private ForkedJvm onBase(Jdk jdk) {
    Path own = jdk.java().resolveSibling("../lib/server/classes.jsa");
    if (Files.exists(own)) {
      return on(jdk);
    }
    String base = "-XX:SharedArchiveFile=" + folder.resolve("base.jsa");
    if (!Files.exists(folder.resolve("base.jsa"))) {
      assertThat(on(jdk).flags("-Xshare:dump", base).run(EveryHook.class).code()).isZero();
    }
    return on(jdk).flags(base);
  }

  /** What the program prints, with the archive; and whether its classes came from there. */
  private List<String> use(ForkedJvm jvm, boolean taken) throws IOException {
    Path log = Files.createTempFile(folder, "loaded", ".log");
    Exit used =
        jvm.flags("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load:file=" + log)
            .run(Unwoven.class);
    assertThat(used.code()).as("%s", used).isZero();
    assertThat(Files.readString(log).contains(TAKEN)).as("%s", used).isEqualTo(taken);
    assertThat(used.out()).contains("done");
    return used.out();
  }
}
