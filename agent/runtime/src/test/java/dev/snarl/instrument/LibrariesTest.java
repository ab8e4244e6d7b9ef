package dev.snarl.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class LibrariesTest {
  private static final Library COROUTINES =
      new Library(
          "kotlinx-coroutines",
          "kotlinx-coroutines",
          "kotlinx-coroutines-core-jvm",
          "1.6",
          "1.10",
          List.of(new Point(Hook.SUBMISSION, Weave.SUBMITTED, "a/B", "go", "()")));

  private final Libraries libraries = new Libraries(List.of(COROUTINES), Set.of());

  @Test
  void theVersionIsReadFromTheNameOfTheJar() {
    assertThat(COROUTINES.version("file:/x/kotlinx-coroutines-core-jvm-1.10.2.jar"))
        .isEqualTo("1.10.2");
    assertThat(
            COROUTINES.version(
                "jar:nested:/x/app.jar/!BOOT-INF/lib/kotlinx-coroutines-core-jvm-1.7.3.jar!/"))
        .isEqualTo("1.7.3");
    assertThat(
            new Library("okhttp", "OkHttp", "okhttp", "3.12", "5.5", List.of())
                .version("file:/x/okhttp-jvm-5.5.1.jar"))
        .isEqualTo("5.5.1");
    assertThat(COROUTINES.version("file:/x/app-all.jar")).isNull();
    assertThat(COROUTINES.version("file:/x/kotlinx-coroutines-core-jvm-dev.jar")).isNull();
    assertThat(COROUTINES.version("")).isNull();
  }

  @Test
  void patchesOfTheNewestVersionCountAsTested() {
    assertThat(List.of("1.6", "1.6.0", "1.6.4", "1.9.0", "1.10.2", "1.10.2-RC"))
        .allMatch(COROUTINES::tested);
    assertThat(List.of("1.5.2", "0.30", "1.11.0", "2.0.0-Beta1")).noneMatch(COROUTINES::tested);
    assertThat(COROUTINES.tested("1.99999999999999")).isFalse();
  }

  @Test
  void anUntestedVersionIsLeftAloneAndSaidOnce() {
    String newer = "file:/x/kotlinx-coroutines-core-jvm-2.0.0.jar";
    assertThat(libraries.accepts(COROUTINES, newer, null)).isFalse();
    assertThat(libraries.accepts(COROUTINES, newer, null)).isFalse();
    assertThat(libraries.complaints())
        .containsExactly(
            "kotlinx-coroutines 2.0.0 is outside the tested versions 1.6 to 1.10: it is left alone, "
                + "everything else works");
    assertThat(libraries.complaints()).isEmpty();
    assertThat(libraries.states()).containsEntry("kotlinx-coroutines", "left alone, 2.0.0");
  }

  @Test
  void aVersionThatCannotBeReadIsJudgedByItsMethods() {
    assertThat(libraries.pointsOf("a/B", null, null, new byte[0])).hasSize(1);
    assertThat(libraries.pointsOf("a/C", null, null, new byte[0])).isNull();
    libraries.unfamiliar("a/B");
    libraries.unfamiliar("a/B");
    assertThat(libraries.complaints())
        .singleElement()
        .asString()
        .startsWith("kotlinx-coroutines has a a.B unlike that of the tested versions 1.6 to 1.10");
  }

  /** As Tomcat's own archive has its jars. */
  @Test
  void whereTheNameOfTheJarSaysNothingItsManifestDoes(@TempDir Path folder) throws Exception {
    assertThat(stateOf(jar(folder, "Apache Tomcat", "10.1.34"))).isEqualTo("woven, 10.1.34");
    assertThat(stateOf(jar(folder, "Apache Tomcat", "8.5.100"))).isEqualTo("left alone, 8.5.100");
  }

  @Test
  void theManifestOfAnApplicationWithItsLibrariesSaysNothingOfThem(@TempDir Path folder)
      throws Exception {
    assertThat(stateOf(jar(folder, "tomcat-shop", "1.0"))).isEqualTo("woven, version unknown");
    assertThat(stateOf(jar(folder, "Apache Tomcat", "?"))).isEqualTo("woven, version unknown");
    assertThat(stateOf(jar(folder, "", ""))).isEqualTo("woven, version unknown");
  }

  private static Path jar(Path folder, String title, String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, title);
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    ClassWriter type = new ClassWriter(0);
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/B", null, "java/lang/Object", null);
    type.visitEnd();
    Path jar = Files.createTempFile(folder, "tomcat-util", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry("a/B.class"));
      out.write(type.toByteArray());
    }
    return jar;
  }

  private static @Nullable String stateOf(Path jar) throws Exception {
    Point point = new Point(Hook.LIBRARY, Weave.RESOURCE, "a/B", "<init>", "(");
    Libraries libraries =
        new Libraries(
            List.of(
                new Library(
                    "tomcat", "Tomcat", "tomcat-embed-core", "9.0.58", "11.0", List.of(point))),
            Set.of());
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      Class<?> type = loader.loadClass("a.B");
      libraries.pointsOf("a/B", loader, type.getProtectionDomain(), new byte[0]);
    }
    return libraries.states().get("tomcat");
  }
}
