package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Hello;
import dev.snarl.tests.programs.KafkaSends;
import dev.snarl.tests.programs.Unwoven;
import dev.snarl.tests.programs.UsesFutures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * A JVM that records an AOT cache is left as it is, and one that starts from that cache is watched.
 * With {@code -XX:AOTMode=on} a JVM ends at once if it cannot use its cache.
 */
class AotCacheTest {
  static final Pattern INERT =
      Pattern.compile("snarl: this JVM records an AOT cache or a CDS archive: nothing is woven.*");

  /** What the JVM says of a cache that was made with other modules than it has. */
  private static final String OTHER_MODULES = "Mismatched values for property jdk.module.addmods";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @SuppressWarnings("NullAway.Init") // JUnit calls prepare first.
  private Path jar;

  @SuppressWarnings("NullAway.Init") // JUnit calls prepare first.
  private Path cache;

  @BeforeEach
  void prepare() {
    jar = ProgramsJar.in(folder);
    cache = folder.resolve("programs.aot");
  }

  /** The ways in which a JVM is told to record. */
  enum Told {
    COMMAND_LINE,
    ENVIRONMENT,
    ARGUMENT_FILE,
    FLAGS_FILE,
    TWO_STEPS
  }

  @Tag("full")
  @ParameterizedTest
  @EnumSource
  void aJvmThatRecordsEndsWellAndNothingIsWoven(Told how) throws IOException {
    Exit bare = on25().run(Unwoven.class);
    Exit trained = told(how, on25().agent("port=0")).run(Unwoven.class);
    assertThat(trained.code()).as("%s", trained).isZero();
    assertThat(trained.out()).contains("woven false").containsAll(bare.out());
    assertThat(trained.err()).filteredOn(INERT.asMatchPredicate()).hasSize(1);
    if (how == Told.TWO_STEPS) {
      Exit made =
          on25()
              .agent("port=0")
              .flags("-XX:AOTMode=create", "-XX:AOTConfiguration=" + recorded())
              .flags("-XX:AOTCache=" + cache)
              .run(Unwoven.class);
      assertThat(made.code()).as("%s", made).isZero();
    }
    Exit used = with(on25().agent("port=0")).run(Unwoven.class);
    assertThat(used.code()).as("%s", used).isZero();
    assertThat(used.out()).contains("woven true").hasSameSizeAs(bare.out());
  }

  private ForkedJvm told(Told how, ForkedJvm jvm) throws IOException {
    String flag = "-XX:AOTCacheOutput=" + cache;
    return switch (how) {
      case COMMAND_LINE -> jvm.flags(flag);
      case ENVIRONMENT -> jvm.under("env", "JAVA_TOOL_OPTIONS=" + flag);
      case ARGUMENT_FILE ->
          jvm.flags("@" + Files.writeString(folder.resolve("arguments"), flag + "\n"));
      case FLAGS_FILE ->
          jvm.flags(
              "-XX:Flags="
                  + Files.writeString(folder.resolve("flags"), "AOTCacheOutput=" + cache + "\n"));
      case TWO_STEPS -> jvm.flags("-XX:AOTMode=record", "-XX:AOTConfiguration=" + recorded());
    };
  }

  private Path recorded() {
    return folder.resolve("programs.aotconf");
  }

  @Tag("full")
  @OnJdk(25)
  void whileItRecordsHealthSaysWhyNothingIsWoven(Jdk jdk) {
    try (Running program =
        on25().agent("port=0").flags("-XX:AOTCacheOutput=" + cache).start(Hello.class)) {
      JsonObject health = health(program);
      assertThat(health.get("status").getAsString()).isEqualTo("degraded");
      assertThat(health.getAsJsonObject("lost").get("weave").getAsString())
          .contains("records an AOT cache");
      assertThat(health.getAsJsonObject("hooks").keySet()).isEmpty();
      assertThat(program.get("/metrics")).contains("jvm_memory_used_bytes");
      assertThat(program.exit().code()).isZero();
    }
    assertThat(cache).isNotEmptyFile();
  }

  @OnJdk(25)
  void fromTheCacheEachHookIsProved(Jdk jdk) {
    train(jvm -> jvm.agent("port=0"), Unwoven.class);
    try (Running program = with(on25().agent("port=0")).start(UsesFutures.class)) {
      program.awaitErr(ReadyLineTest.READY);
      Deadline.in(Duration.ofSeconds(20))
          .until(
              () -> program.get("/healthz"),
              () -> program.get("/healthz").contains("not yet used") ? null : "all used");
      JsonObject health = health(program);
      assertThat(health.get("status").getAsString()).isEqualTo("ok");
      assertThat(health.getAsJsonObject("hooks").entrySet())
          .hasSize(16)
          .allMatch(hook -> hook.getValue().getAsString().equals("proved"));
    }
  }

  /** Such a JVM has loaded the application's classes before any agent comes. */
  @OnJdk(25)
  void librariesInTheCacheAreWoven(Jdk jdk) {
    UnaryOperator<ForkedJvm> kafka =
        jvm -> jvm.agent("port=0").with("kafka-clients-4.1.0").jarsOf(LoggerFactory.class);
    train(kafka, KafkaSends.class);
    Path log = folder.resolve("loaded.log");
    try (Running program =
        with(kafka.apply(on25())).flags("-Xlog:class+load:file=" + log).start(KafkaSends.class)) {
      program.awaitOut("waited");
      Deadline.in(Duration.ofSeconds(20))
          .until(
              () -> program.get("/healthz") + program.get("/metrics"),
              () -> program.get("/metrics").contains("kind=\"kafka-send\"") ? "seen" : null);
      assertThat(health(program).get("status").getAsString()).isEqualTo("ok");
    }
    assertThat(log)
        .content()
        .contains("internals.FutureRecordMetadata source: shared objects file");
  }

  /** Nothing of ours: a JVM with any agent has the module java.instrument, one without has not. */
  @Tag("full")
  @OnJdk(25)
  void aCacheMadeWithoutAnAgentIsRefusedWithOneAndTheOtherWayRound(Jdk jdk) {
    for (boolean trained : List.of(true, false)) {
      train(jvm -> trained ? jvm.agent("port=0") : jvm, Unwoven.class);
      Exit refused = with(trained ? on25() : on25().agent("port=0")).run(Unwoven.class);
      assertThat(refused.code()).isNotZero();
      assertThat(refused.out()).anyMatch(line -> line.contains(OTHER_MODULES));
      ForkedJvm jvm = on25().flags("-XX:AOTCache=" + cache);
      Exit unhurt = (trained ? jvm : jvm.agent("port=0")).run(Unwoven.class);
      assertThat(unhurt.code()).as("%s", unhurt).isZero();
      assertThat(unhurt.out()).contains("woven " + !trained, "done");
    }
  }

  @Tag("full")
  @OnJdk(25)
  void attachedToAJvmThatRecordsItWeavesNothing(Jdk jdk) {
    try (Running program =
        on25().attachable().flags("-XX:AOTCacheOutput=" + cache).start(Hello.class)) {
      program.awaitOut("hello");
      String pid = Long.toString(program.pid());
      Exit attached = ForkedJvm.asUsual(jdk).command("attach", pid, "port=0");
      assertThat(attached.code()).as("%s", attached).isZero();
      program.awaitErr(INERT);
      assertThat(health(program).get("status").getAsString()).isEqualTo("degraded");
      assertThat(ForkedJvm.asUsual(jdk).command("detach", pid).code()).isZero();
      assertThat(ForkedJvm.asUsual(jdk).command("attach", pid, "port=off").code()).isZero();
      assertThat(program.exit().code()).isZero();
    }
    assertThat(cache).isNotEmptyFile();
  }

  private ForkedJvm on25() {
    return ForkedJvm.asUsual(Jdk.of(25)).from(jar);
  }

  private ForkedJvm with(ForkedJvm jvm) {
    return jvm.flags("-XX:AOTMode=on", "-XX:AOTCache=" + cache);
  }

  private void train(UnaryOperator<ForkedJvm> how, Class<?> program, String... arguments) {
    Exit trained = how.apply(on25()).flags("-XX:AOTCacheOutput=" + cache).run(program, arguments);
    assertThat(trained.code()).as("%s", trained).isZero();
    assertThat(cache).isNotEmptyFile();
  }

  private static JsonObject health(Running program) {
    return JsonParser.parseString(program.get("/healthz")).getAsJsonObject();
  }
}
