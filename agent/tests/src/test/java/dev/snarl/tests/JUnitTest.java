package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Which tests snarl-junit fails, and what it says. */
class JUnitTest {
  private static final String PAIR = "async-blocking-pair at shop.Orders.byPool(Orders.java:";
  private static final List<String> PARALLEL =
      List.of(
          "-Djunit.jupiter.execution.parallel.enabled=true",
          "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
          "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
          "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=3");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  static Path folder;

  @SuppressWarnings("NullAway")
  private static SampleTests tests;

  @BeforeAll
  static void compile() {
    tests = new SampleTests(folder, "junit");
  }

  private static void failed(Exit exit, String name, String with) {
    assertThat(SampleTests.line(exit, name)).as(exit.toString()).contains("[X] " + with);
  }

  private static void passed(Exit exit, String name) {
    assertThat(SampleTests.line(exit, name)).as(exit.toString()).endsWith("[OK]");
  }

  @OnJdk
  void aFindingFailsTheTestInWhoseTimeItOpened(Jdk jdk) {
    Exit exit =
        tests.run(
            jdk,
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+EnableDynamicAgentLoading"),
            "shop.OrdersTest",
            "shop.ReportsTest",
            "shop.ServiceTest");
    failed(exit, "viaPool()", PAIR);
    passed(exit, "direct()");
    failed(exit, "printsNothing()", "pool-deadlock at shop.Reports.");
    passed(exit, "works()");
    passed(exit, "ServiceTest");
    passed(exit, "JUnit Jupiter");
    assertThat(exit.code()).isEqualTo(1);
    assertThat(String.join("\n", exit.out()))
        .contains(
            "2 threads held for 1 job: main waits in get() for",
            "workerSite: shop.Orders.direct(Orders.java:",
            "Chain:",
            "Remedy: Return the CompletableFuture",
            "It opened in the time of OrdersTest.viaPool().",
            "cycle: [report-1");
    assertThat(exit.err()).noneMatch(line -> line.contains("loaded dynamically"));
  }

  @Tag("full")
  @OnJdk
  void ofTwoParallelTestsTheOneFailsWhoseThreadWaited(Jdk jdk) {
    Exit exit = tests.run(jdk, PARALLEL, "parallel.IdleTest", "parallel.WaitingTest");
    failed(exit, "viaPool()", PAIR);
    passed(exit, "sleeps()");
    passed(exit, "IdleTest");
  }

  @OnJdk
  void whereTheAgentCannotBeAttachedTheTestsRunOn(Jdk jdk) {
    Exit exit = tests.run(jdk, List.of("-XX:+DisableAttachMechanism"), "shop.ReportsTest");
    passed(exit, "printsNothing()");
    assertThat(exit.code()).isZero();
    assertThat(exit.err())
        .filteredOn(line -> line.startsWith("snarl"))
        .singleElement()
        .asString()
        .startsWith("snarl-junit: no agent in this JVM, the tests run without it: ")
        .contains("DisableAttachMechanism");
  }

  @Tag("full")
  @OnJdk({17, 25})
  void anAgentThatIsThereAlreadyIsSwitchedOnOrNamed(Jdk jdk) {
    String agent = "-javaagent:" + ForkedJvm.JAR + "=port=off";
    Exit off = tests.run(jdk, List.of(agent + ",enabled=false"), "shop.ReportsTest");
    failed(off, "printsNothing()", "pool-deadlock at shop.Reports.");
    Exit on = tests.run(jdk, List.of(agent), "shop.ReportsTest");
    passed(on, "printsNothing()");
    assertThat(on.err())
        .anyMatch(line -> line.startsWith("snarl-junit: no agent") && line.contains("was active"));
  }

  @Tag("full")
  @OnJdk
  void whatIsIntendedOrTheTestsOwnIsNoFailure(Jdk jdk) {
    Exit exit = tests.run(jdk, List.of(), "shop.IntendedTest", "shop.ScaffoldingTest");
    passed(exit, "viaPool()");
    passed(exit, "waitsItself()");
    assertThat(exit.code()).isZero();
    assertThat(exit.err()).anyMatch(line -> line.contains("WARNING async-blocking-pair"));
    Exit own = tests.run(jdk, List.of("-Dsnarl.junit.testcode=true"), "shop.ScaffoldingTest");
    failed(own, "waitsItself()", "async-blocking-pair at shop.ScaffoldingTest");
  }

  @Tag("full")
  @OnJdk
  void withoutTheExtensionTheRunFails(Jdk jdk) {
    Exit exit = tests.run(jdk, List.of(), "shop.PlainTest");
    assertThat(exit.code()).as(exit.toString()).isNotZero();
    assertThat(String.join("\n", exit.err()))
        .contains(PAIR, "It opened in the time of PlainTest.viaPool");
  }

  @Tag("full")
  @OnJdk(17)
  void aBaselineFailsOnWhatIsNewAndOnWhatIsGone(Jdk jdk) throws Exception {
    Path file = folder.resolve("baseline.txt");
    String baseline = "-Dsnarl.junit.baseline=" + file;
    Exit first =
        tests.run(jdk, List.of(baseline, "-Dsnarl.junit.baseline.write=true"), "shop.OrdersTest");
    assertThat(first.code()).as(first.toString()).isZero();
    assertThat(file).hasContent("async-blocking-pair shop.Orders.byPool shop.OrdersTest#viaPool\n");
    Exit second = tests.run(jdk, List.of(baseline), "shop.OrdersTest", "shop.ReportsTest");
    passed(second, "viaPool()");
    failed(second, "printsNothing()", "pool-deadlock at shop.Reports.");
    Files.writeString(file, "async-blocking-pair shop.Orders.byPool shop.ServiceTest#works\n");
    Exit third = tests.run(jdk, List.of(baseline), "shop.ServiceTest");
    failed(third, "JUnit Jupiter", "async-blocking-pair at shop.Orders.byPool is gone: ");
    assertThat(third.code()).isEqualTo(1);
  }

  @Tag("full")
  @OnJdk
  void aTestOfSpringBootFailsForTheLineOfTheController(Jdk jdk, @TempDir Path spring) {
    Exit exit =
        new SampleTests(
                spring,
                "junit-spring",
                "org.springframework.boot:spring-boot-starter-web:3.5.7",
                "org.springframework.boot:spring-boot-starter-test:3.5.7")
            .run(jdk, List.of(), "boot.ShopTest");
    failed(exit, "viaPool()", "async-blocking-pair at boot.Shop.byPool(Shop.java:");
    passed(exit, "direct()");
    assertThat(String.join("\n", exit.out())).contains("GET /pool: 2 threads held for 1 job");
  }

  @Tag("full")
  @OnJdk
  void aTestInKotlinFailsForTheLineOfTheFunction(Jdk jdk, @TempDir Path kotlin) {
    Exit exit =
        new SampleTests(
                kotlin,
                "junit-kotlin",
                "org.jetbrains.kotlin:kotlin-stdlib:" + KotlinCompiler.VERSION)
            .run(jdk, List.of(), "kshop.OrdersTest");
    failed(exit, "via pool()", "async-blocking-pair at kshop.Orders.byPool(Orders.kt:");
    passed(exit, "direct()");
  }
}
