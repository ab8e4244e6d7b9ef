package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project of Maven that uses snarl-junit as docs/tests.md says, from a repository of the packages
 * that are released, with the version of the BOM.
 */
@Tag("full")
class JUnitMavenTest {
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
      <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
      <properties><maven.compiler.source>17</maven.compiler.source>
      <maven.compiler.target>17</maven.compiler.target>
      <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
      <repositories><repository><id>file</id><url>%s</url></repository></repositories>
      <dependencyManagement><dependencies><dependency><groupId>dev.snarl</groupId>
      <artifactId>snarl-bom</artifactId><version>0.1.0</version><type>pom</type>
      <scope>import</scope></dependency></dependencies></dependencyManagement>
      <dependencies>%s<dependency><groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId><version>5.13.4</version><scope>test</scope></dependency>
      </dependencies><build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>
      <artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version>
      <configuration><forkCount>2</forkCount></configuration></plugin></plugins></build></project>
      """;

  private static void forget(String artifact) throws IOException {
    Path kept = Path.of(System.getProperty("user.home"), ".m2/repository/dev/snarl", artifact);
    if (Files.isDirectory(kept.resolve("0.1.0"))) {
      try (Stream<Path> files = Files.list(kept.resolve("0.1.0"))) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static String dependency() throws IOException {
    Matcher xml =
        Pattern.compile("(?s)```xml\\n(.*?)```")
            .matcher(Files.readString(ForkedJvm.ROOT.resolve("docs/tests.md")));
    assertThat(xml.find()).isTrue();
    return xml.group(1).replace("<version>0.1.0</version>", "");
  }

  @Test
  void twoForksOfSurefireFailForTheirFindings(@TempDir Path project) throws Exception {
    Path repository = project.resolve("repository");
    String packages = ForkedJvm.ROOT.resolve("scripts/lib/packages.py").toString();
    assertThat(
            new ProcessBuilder(
                    "python3", packages, "--url", "https://example.org/snarl", "" + repository)
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
    Files.writeString(project.resolve("pom.xml"), POM.formatted(repository.toUri(), dependency()));
    Path samples = ForkedJvm.CLASSES.resolve("junit");
    Path main = Files.createDirectories(project.resolve("src/main/java/shop"));
    Path tests = Files.createDirectories(project.resolve("src/test/java/shop"));
    for (String name : List.of("Orders", "Reports", "Service")) {
      Files.copy(samples.resolve("app/shop/" + name + ".java"), main.resolve(name + ".java"));
      String test = name + "Test.java";
      Files.copy(samples.resolve("tests/shop/" + test), tests.resolve(test));
    }
    // Maven keeps what it took from another build of this version.
    for (String artifact : List.of("snarl-agent", "snarl-junit", "snarl-bom")) {
      forget(artifact);
    }
    Process maven =
        new ProcessBuilder("mvn", "-B", "test")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .start();
    maven.getOutputStream().close();
    String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(maven.waitFor()).as(said).isEqualTo(1);
    assertThat(said)
        .contains(
            "OrdersTest.viaPool async-blocking-pair at shop.Orders.byPool(Orders.java:",
            "ReportsTest.printsNothing pool-deadlock at shop.Reports.",
            "Tests run: 63, Failures: 2, Errors: 0, Skipped: 0");
  }
}
