package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project of Maven that uses snarl-junit from a repository as docs/tests.md says. */
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
      <dependencies>%s<dependency><groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId><version>5.13.4</version><scope>test</scope></dependency>
      </dependencies><build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>
      <artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version>
      <configuration><forkCount>2</forkCount></configuration></plugin></plugins></build></project>
      """;

  private static void publish(Path repository, String artifact, Path pom, Path jar)
      throws IOException {
    Path folder = Files.createDirectories(repository.resolve("dev/snarl/" + artifact + "/0.1.0"));
    Files.copy(ForkedJvm.ROOT.resolve(pom), folder.resolve(artifact + "-0.1.0.pom"));
    if (Files.isRegularFile(jar)) {
      Files.copy(jar, folder.resolve(artifact + "-0.1.0.jar"));
    }
  }

  private static String dependency() throws IOException {
    Matcher xml =
        Pattern.compile("(?s)```xml\\n(.*?)```")
            .matcher(Files.readString(ForkedJvm.ROOT.resolve("docs/tests.md")));
    assertThat(xml.find()).isTrue();
    return xml.group(1);
  }

  @Test
  void twoForksOfSurefireFailForTheirFindings(@TempDir Path project) throws Exception {
    Path repository = project.resolve("repository");
    publish(repository, "snarl-parent", Path.of("pom.xml"), project);
    publish(repository, "snarl", Path.of("agent/pom.xml"), ForkedJvm.JAR);
    publish(repository, "snarl-junit", Path.of("agent/junit/pom.xml"), ForkedJvm.JUNIT);
    Files.writeString(project.resolve("pom.xml"), POM.formatted(repository.toUri(), dependency()));
    Path samples = ForkedJvm.CLASSES.resolve("junit");
    Path main = Files.createDirectories(project.resolve("src/main/java/shop"));
    Path tests = Files.createDirectories(project.resolve("src/test/java/shop"));
    for (String name : List.of("Orders", "Reports", "Service")) {
      Files.copy(samples.resolve("app/shop/" + name + ".java"), main.resolve(name + ".java"));
      String test = name + "Test.java";
      Files.copy(samples.resolve("tests/shop/" + test), tests.resolve(test));
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
