package dev.snarl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.cloudwatch.CloudWatchOptions;
import dev.snarl.cloudwatch.Destination;
import dev.snarl.otlp.OtlpOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  private static final Map<String, Map<String, Double>> RULES =
      Map.of(
          "async-blocking-pair", Map.of("minHeldThreadSeconds", 1.0), "tasks-rejected", Map.of());

  private final Path folder;

  SettingsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static Settings load(@Nullable String arguments) {
    return Settings.load(arguments, Map.of(), Map.of(), () -> RULES);
  }

  private static void onlyComplaint(Settings settings, String... parts) {
    assertThat(settings.complaints()).singleElement().asString().contains(parts);
  }

  @Test
  void nothingGivenIsTheDefaults() {
    Settings settings = load(null);
    assertThat(settings.complaints()).isEmpty();
    assertThat(settings.host()).isEqualTo("127.0.0.1");
    assertThat(settings.port()).isEqualTo(9718);
    assertThat(settings.enabled()).isTrue();
    assertThat(settings.console()).isTrue();
    assertThat(settings.findings()).isNull();
    assertThat(settings.access().guarded()).isFalse();
    assertThat(settings.rule("async-blocking-pair"))
        .isEqualTo(new Settings.RuleSetting(true, Map.of()));
  }

  @Test
  void rulesAreAskedForOnlyWhereAnOptionNamesOne() {
    Settings settings =
        Settings.load(
            "port=1",
            Map.of("snarl.jfr", "off"),
            Map.of("SNARL_HOST", "::1"),
            () -> {
              throw new AssertionError("they take long to load");
            });
    assertThat(settings.complaints()).isEmpty();
  }

  @Test
  void anArgumentGoesBeforeAPropertyBeforeTheEnvironmentBeforeTheFile() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("snarl.properties"),
            "port=4\nhost=::1\nsnarl.findings=-\nconsole=off\n");
    Settings settings =
        Settings.load(
            "port=1,config=" + file,
            Map.of("snarl.port", "2", "snarl.application", "two", "other", "x"),
            Map.of("SNARL_PORT", "3", "SNARL_APPLICATION", "three", "SNARL_HOST", "127.0.0.2"),
            () -> RULES);
    assertThat(settings.complaints()).isEmpty();
    assertThat(settings.port()).isEqualTo(1);
    assertThat(settings.application()).isEqualTo("two");
    assertThat(settings.host()).isEqualTo("127.0.0.2");
    assertThat(settings.findings()).isEqualTo("-");
    assertThat(settings.console()).isFalse();
  }

  @Test
  void everyKindIsRead() {
    Settings settings =
        load(
            "port=off,enabled=false,app=com.acme;org.acme+x:y,token=abc,rules.tasks-rejected=off,"
                + "rules.async-blocking-pair.minHeldThreadSeconds=2.5,");
    assertThat(settings.complaints()).isEmpty();
    assertThat(settings.port()).isEqualTo(Settings.NO_PORT);
    assertThat(settings.enabled()).isFalse();
    assertThat(settings.app()).containsExactly("com.acme", "org.acme", "x", "y");
    assertThat(settings.access().token()).isEqualTo("abc");
    assertThat(settings.toString()).doesNotContain("abc");
    assertThat(settings.rule("tasks-rejected").on()).isFalse();
    assertThat(settings.rule("async-blocking-pair").thresholds())
        .containsEntry("minHeldThreadSeconds", 2.5);
  }

  @Test
  void rulesCanBeSetFromTheEnvironment() {
    Settings settings =
        Settings.load(
            null,
            Map.of(),
            Map.of("SNARL_RULES_ASYNC_BLOCKING_PAIR_MINHELDTHREADSECONDS", "3"),
            () -> RULES);
    assertThat(settings.rule("async-blocking-pair").thresholds())
        .containsEntry("minHeldThreadSeconds", 3.0);
  }

  @Test
  void anUnknownKeyNamesTheNearest() {
    onlyComplaint(load("prot=80"), "option prot=80 (agent argument)", "did you mean port?");
    onlyComplaint(load("rules.async-bloking-pair=off"), "did you mean rules.async-blocking-pair?");
    onlyComplaint(load("verbose"), "option verbose=", "no such option");
    onlyComplaint(load("qqqqqqqqqqqq=1"), "see docs/options.md");
    onlyComplaint(Settings.load(null, Map.of(), Map.of("SNARL_PROT", "1"), () -> RULES), "port?");
  }

  @Test
  void parametersOfTheTestsAreNoOptions() {
    Settings settings =
        Settings.load(null, Map.of("snarl.junit.rules", "default"), Map.of(), () -> RULES);
    assertThat(settings.complaints()).isEmpty();
  }

  @Test
  void aConfigThatIsNoRegularFileIsNotRead() {
    onlyComplaint(load("config=/dev/null"), "config=/dev/null");
  }

  @Test
  void aBadValueFallsBackToTheDefault() {
    for (String port : List.of("", "-1", "65536", "99999999999", "80x", "tcp://1.2.3.4:80")) {
      Settings settings = load("port=" + port);
      onlyComplaint(settings, "accepted: 0 to 65535, or off; using 9718");
      assertThat(settings.port()).isEqualTo(9718);
    }
    onlyComplaint(load("enabled=maybe"), "accepted: true, false, on, off; using true");
    onlyComplaint(load("host=a b"), "using 127.0.0.1");
    onlyComplaint(load("app=;"), "package prefixes");
    onlyComplaint(load("rules.tasks-rejected=no"), "accepted: on, off");
    onlyComplaint(load("rules.async-blocking-pair.minHeldThreadSeconds=NaN"), "using 1.0");
    onlyComplaint(load("config=" + "/no/such/file"), "config=/no/such/file");
  }

  @Test
  void openTelemetryIsOffOrOnOrAnAddress() {
    assertThat(load("").otlp()).isNull();
    assertThat(load("otlp=off").otlp()).isNull();
    assertThat(load("otlp=on").otlp()).isEqualTo(new OtlpOptions(null, null));
    assertThat(load("otlp=https://collector:4318/base,otlp.jar=x.jar").otlp())
        .isEqualTo(new OtlpOptions("https://collector:4318/base", "x.jar"));
    for (String wrong : List.of("collector:4318", "http://", "ftp://collector:1", "http://a b")) {
      Settings settings = load("otlp=" + wrong);
      onlyComplaint(settings, "otlp", "accepted: off, on, http://HOST:PORT");
      assertThat(settings.otlp()).isNull();
    }
  }

  @Test
  void cloudWatchIsOffOrOneOfItsWays() {
    assertThat(load("report=x.html").report()).isEqualTo("x.html");
    assertThat(load("cloudwatch=off").cloudWatch()).isNull();
    assertThat(cloudWatch("cloudwatch=put").to().way()).isEqualTo(Destination.Way.PUT);
    assertThat(cloudWatch("cloudwatch=emf:stdout"))
        .isEqualTo(
            new CloudWatchOptions(
                new Destination(Destination.Way.EMF_STDOUT, "", 0),
                "Snarl",
                60,
                "/snarl/metrics",
                null));
    assertThat(cloudWatch("cloudwatch=emf:udp://[::1]:25888").to())
        .isEqualTo(new Destination(Destination.Way.EMF_UDP, "::1", 25888));
    assertThat(
            cloudWatch(
                "cloudwatch=emf:tcp://agent:1,cloudwatch.namespace=Acme/Shop,"
                    + "cloudwatch.seconds=5,cloudwatch.loggroup=/a/b,cloudwatch.jar=x.jar"))
        .isEqualTo(
            new CloudWatchOptions(
                new Destination(Destination.Way.EMF_TCP, "agent", 1),
                "Acme/Shop",
                5,
                "/a/b",
                "x.jar"));
  }

  private static CloudWatchOptions cloudWatch(String arguments) {
    Settings settings = load(arguments);
    assertThat(settings.complaints()).isEmpty();
    return Objects.requireNonNull(settings.cloudWatch());
  }

  @Test
  void aWayThatIsNoneLeavesCloudWatchOff() {
    for (String way :
        List.of(
            "",
            "on",
            "emf",
            "emf:file",
            "emf:tcp://x",
            "emf:tcp://x:0",
            "emf:udp://x:1/p",
            "emf:http://x:1",
            "emf:tcp://u@x:1",
            "emf:tcp://x:70000",
            "emf:tcp:// :1")) {
      Settings settings = load("cloudwatch=" + way);
      onlyComplaint(settings, "accepted: off, put, emf:stdout", "using off");
      assertThat(settings.cloudWatch()).isNull();
    }
    for (String option :
        List.of(
            "namespace=AWS/EC2",
            "namespace=:a",
            "namespace=a;b",
            "seconds=4",
            "seconds=301",
            "seconds=x",
            "loggroup=a b")) {
      Settings settings = load("cloudwatch=put,cloudwatch." + option);
      onlyComplaint(settings, "cloudwatch." + option, "accepted: ");
      assertThat(settings.cloudWatch()).isEqualTo(cloudWatch("cloudwatch=put"));
    }
  }

  @Test
  void theFlightRecorderIsAutoOnOrOff() {
    assertThat(load("").jfr()).isEqualTo("auto");
    assertThat(load("jfr=on").jfr()).isEqualTo("on");
    assertThat(load("jfr=false").jfr()).isEqualTo("off");
    onlyComplaint(load("jfr=maybe"), "accepted: auto, on, off", "using auto");
    assertThat(load("").oldObjectSeconds()).isZero();
    assertThat(load("jfr.oldobjects=30").oldObjectSeconds()).isEqualTo(30);
    onlyComplaint(load("jfr.oldobjects=3601"), "accepted: 0 to 3600", "using 0");
    onlyComplaint(load("jfr.oldobjects=-1"), "accepted: 0 to 3600", "using 0");
  }

  @Test
  void hostileTextCannotForgeALine() {
    Settings settings = load("pórt\n\u001b[2J=" + "\u202e" + "x".repeat(5_000));
    assertThat(settings.complaints()).hasSize(1);
    assertThat(settings.complaints().get(0))
        .hasSizeLessThan(400)
        .contains("\\u000a\\u001b[2J", "\\u202e")
        .doesNotContain("\n", "\u001b", "\u202e");
    assertThat(load("a=1,".repeat(1_000)).complaints()).hasSize(21);
  }

  @Test
  void aTokenIsNeverShownAndAnUnreadableOneLocks() throws IOException {
    Settings spaced = load("token=my secret");
    onlyComplaint(spaced, "option token=***");
    assertThat(spaced.complaints().get(0)).doesNotContain("secret");
    assertThat(spaced.access().broken()).isTrue();

    Settings missing = load("token.file=/no/such/file");
    onlyComplaint(missing, "token.file", "HTTP will answer nothing but /healthz");
    assertThat(missing.access().broken()).isTrue();

    Path file = Files.writeString(folder.resolve("token"), "s3cret\n");
    assertThat(load("token.file=" + file).access().token()).isEqualTo("s3cret");
  }

  @Test
  void variablesOfAKubernetesServiceNamedSnarlAreNoOptions() {
    Settings settings =
        Settings.load(
            null,
            Map.of(),
            Map.of(
                "SNARL_PORT", "tcp://10.0.0.1:9718",
                "SNARL_SERVICE_HOST", "10.0.0.1",
                "SNARL_PORT_9718_TCP_ADDR", "10.0.0.1"),
            () -> RULES);
    assertThat(settings.complaints()).isEmpty();
    assertThat(settings.port()).isEqualTo(9718);
  }

  @Test
  void theApplicationIsNamedAfterItsMainClassOrJarAndNeverItsArguments() {
    assertThat(ApplicationName.of("com.acme.Runner --password x.jar")).isEqualTo("Runner");
    assertThat(ApplicationName.of("/opt/my apps/orders-1.2.jar --key s")).isEqualTo("orders-1.2");
    assertThat(ApplicationName.of("orders.jar")).isEqualTo("orders");
    assertThat(ApplicationName.of("mod/com.acme.Runner x.jar")).isEqualTo("Runner");
    assertThat(ApplicationName.of(null)).isEqualTo("unknown");
    assertThat(ApplicationName.of(" ")).isEqualTo("unknown");
  }

  @Test
  void theDocsListTheTable() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../../docs/options.md")).stream()
            .filter(line -> line.startsWith("| `") && !line.startsWith("| `rules."))
            .toList();
    List<String> expected = new ArrayList<>();
    Arrays.stream(Option.values()).forEach(option -> expected.add(option.row()));
    assertThat(rows).containsExactlyElementsOf(expected);
  }
}
