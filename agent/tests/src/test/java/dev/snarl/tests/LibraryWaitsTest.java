package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A wait behind a library's own method is counted at the application's line, in the oldest and the
 * newest version that was tested: with programs of the corpus, which it compiles.
 */
class LibraryWaitsTest {
  private static final Path PROGRAMS = ForkedJvm.ROOT.resolve("examples/corpus/libraries");
  private static final Path CONTRACTS = Path.of("src/test/resources/contracts").toAbsolutePath();

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @ParameterizedTest
  @CsvSource({
    "BenignGrpc.serve, grpc-call, io.grpc:grpc-stub:1.53.0 io.grpc:grpc-core:1.53.0, 17",
    "BenignGrpc.serve, grpc-call, io.grpc:grpc-stub:1.85.1 io.grpc:grpc-inprocess:1.85.1, 25",
    "BenignRxJava.price, rxjava-blocking, io.reactivex.rxjava3:rxjava:3.0.0, 17",
    "BenignRxJava.price, rxjava-blocking, io.reactivex.rxjava3:rxjava:3.1.12, 25",
    "BenignMutiny.serve, mutiny-await, io.smallrye.reactive:mutiny:1.0.0, 17",
    "BenignMutiny.serve, mutiny-await, io.smallrye.reactive:mutiny:3.3.0, 25",
    "BenignScala.serve, scala-await, org.scala-lang:scala-library:2.13.0, 17",
    "BenignScala.serve, scala-await, org.scala-lang:scala-library:2.13.18, 25",
    "BenignScala.serve, scala-await, org.scala-lang:scala-library:3.10.1, 25",
    "BenignHazelcast.main, completable-future, com.hazelcast:hazelcast:5.3.0, 17",
    "BenignHazelcast.main, completable-future, com.hazelcast:hazelcast:5.7.0, 17",
    "BenignElasticsearch.find, action-future, org.elasticsearch:elasticsearch:7.17.28! org.elasticsearch:elasticsearch-core:7.17.28! org.elasticsearch:elasticsearch-x-content:7.17.28!, 17",
    "BenignElasticsearch.find, action-future, org.elasticsearch:elasticsearch:9.5.3! org.elasticsearch:elasticsearch-core:9.5.3! org.elasticsearch:elasticsearch-x-content:9.5.3!, 25",
    "PairOpenSearch.find, action-future, org.opensearch:opensearch:2.11.0! org.opensearch:opensearch-core:2.11.0! org.opensearch:opensearch-common:2.11.0!, 17",
    "PairOpenSearch.find, action-future, org.opensearch:opensearch:3.9.0! org.opensearch:opensearch-core:3.9.0! org.opensearch:opensearch-common:3.9.0!, 25",
    "PairIgnite.get, ignite-future, org.apache.ignite:ignite-core:2.8.1!, 17",
    "PairIgnite.get, ignite-future, org.apache.ignite:ignite-core:2.18.0!, 25",
    "SubmitRemotingRequests.main, broker-request, org.apache.rocketmq:rocketmq-remoting:4.9.8 org.slf4j:slf4j-nop:2.0.17, 17",
    "PairGuavaFuture.handle, guava-future, com.google.guava:guava:33.8.0-jre, 25"
  })
  void eachWaitHasItsLineAndKind(String method, String kind, String libraries, int jdk) {
    List<Path> jars = Libraries.jars(List.of(libraries.split(" ", -1)));
    String program = method.substring(0, method.indexOf('.'));
    compile(List.of(PROGRAMS.resolve(program + ".java")), compiledWith(libraries));
    ForkedJvm jvm = ForkedJvm.on(Jdk.of(jdk)).agent("port=0").with(folder);
    jars.forEach(jvm::with);
    try (Running running = jvm.start(program)) {
      String page =
          Deadline.in(Duration.ofSeconds(40))
              .until(
                  () -> running.get("/metrics") + running.err(),
                  () -> {
                    String now = running.get("/metrics");
                    return now.lines().anyMatch(line -> counts(line, method, kind)) ? now : null;
                  });
      assertThat(page)
          .contains("snarl_agent_errors_total{application=\"" + program + "\",part=\"probe\"} 0");
      assertThat(running.err())
          .filteredOn(line -> line.startsWith("snarl: "))
          .filteredOn(line -> !line.contains(" in library ")) // Hazelcast's threads, by processors
          .noneMatch(line -> line.contains("tested versions") || line.contains("WARNING"));
    }
  }

  private static boolean counts(String line, String method, String kind) {
    return line.startsWith("snarl_blocked_waits_total{")
        && line.contains("kind=\"" + kind + "\"")
        && line.contains("site=\"" + method + "(");
  }

  /** Results, exceptions and their stacks, the waiter's stack, interrupts. */
  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "GrpcWaits, io.grpc:grpc-stub:1.53.0 io.grpc:grpc-core:1.53.0, 17",
    "GrpcWaits, io.grpc:grpc-stub:1.85.1 io.grpc:grpc-inprocess:1.85.1, 25",
    "RxJavaWaits, io.reactivex.rxjava3:rxjava:3.0.0, 17",
    "RxJavaWaits, io.reactivex.rxjava3:rxjava:3.1.12, 25",
    "MutinyWaits, io.smallrye.reactive:mutiny:1.0.0, 17",
    "MutinyWaits, io.smallrye.reactive:mutiny:3.3.0, 25",
    "IgniteWaits, org.apache.ignite:ignite-core:2.8.1!, 17",
    "IgniteWaits, org.apache.ignite:ignite-core:2.18.0!, 25",
    "ElasticsearchWaits, org.elasticsearch:elasticsearch:7.17.28! org.elasticsearch:elasticsearch-core:7.17.28! org.elasticsearch:elasticsearch-x-content:7.17.28!, 17",
    "ElasticsearchWaits, org.elasticsearch:elasticsearch:8.15.0! org.elasticsearch:elasticsearch-core:8.15.0! org.elasticsearch:elasticsearch-x-content:8.15.0!, 25",
    "OpenSearchWaits, org.opensearch:opensearch:2.19.1! org.opensearch:opensearch-core:2.19.1! org.opensearch:opensearch-common:2.19.1!, 17",
    "OpenSearchWaits, org.opensearch:opensearch:3.9.0! org.opensearch:opensearch-core:3.9.0! org.opensearch:opensearch-common:3.9.0!, 25",
    "ElasticsearchWaits, org.elasticsearch:elasticsearch:9.5.3! org.elasticsearch:elasticsearch-core:9.5.3! org.elasticsearch:elasticsearch-x-content:9.5.3!, 25",
    "ScalaWaits, org.scala-lang:scala-library:2.13.0, 17",
    "ScalaWaits, org.scala-lang:scala-library:2.13.18, 25",
    "ScalaWaits, org.scala-lang:scala-library:3.10.1, 25"
  })
  void whatTheApplicationObservesIsAsItIsWithoutTheAgent(
      String program, String libraries, int jdk) {
    List<Path> jars = Libraries.jars(List.of(libraries.split(" ", -1)));
    compile(
        List.of(CONTRACTS.resolve(program + ".java"), CONTRACTS.resolve("Waits.java")),
        compiledWith(libraries));
    Exit bare = run(jvm(jdk, jars), program);
    Exit watched = run(jvm(jdk, jars).agent(), program);
    assertThat(bare.out()).hasSizeGreaterThan(20);
    assertThat(watched.out()).containsExactlyElementsOf(bare.out());
    assertThat(watched.code()).isEqualTo(bare.code());
    assertThat(watched.err())
        .filteredOn(line -> !line.startsWith("snarl: "))
        .containsExactlyElementsOf(bare.err());
  }

  /** The newest that this compiler reads: later ones have classes of Java 21. */
  private static List<Path> compiledWith(String libraries) {
    String readable = libraries.replace("3.9.0", "2.19.1").replace("9.5.3", "8.15.0");
    return Libraries.jars(List.of(readable.split(" ", -1)));
  }

  private static Exit run(ForkedJvm jvm, String program) {
    try (Running running = jvm.start(program)) {
      return running.exit();
    }
  }

  private ForkedJvm jvm(int jdk, List<Path> jars) {
    // Ignite asks for that where a wait fails; its message would name a module by its hash.
    ForkedJvm jvm =
        ForkedJvm.on(Jdk.of(jdk)).with(folder).flags("--add-opens=java.base/java.nio=ALL-UNNAMED");
    jars.forEach(jvm::with);
    return jvm;
  }

  private void compile(List<Path> sources, List<Path> jars) {
    String path = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    List<String> arguments =
        List.of("-proc:none", "--release", "17", "-d", folder.toString(), "-cp", path);
    List<String> all = new ArrayList<>(arguments);
    sources.forEach(source -> all.add(source.toString()));
    int code =
        ToolProvider.getSystemJavaCompiler().run(null, said, said, all.toArray(String[]::new));
    assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
  }
}
