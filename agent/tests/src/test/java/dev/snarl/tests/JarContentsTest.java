package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Owns the exact contents of the shipped file. Our own classes are pinned one by one, those of
 * libraries, and rules with their pages, by package: {@code src/test/resources/jar-contents.txt}.
 * When a change is meant, copy {@code target/jar-contents.txt} there.
 */
class JarContentsTest {
  private static final String LIST = "/jar-contents.txt";

  /** Made by the build, one for each. */
  private static final String LAMBDA = ".*\\$\\$\\d+\\.class";

  private static final List<String> SNAPSHOTS =
      List.of(
          "getThreadInfo",
          "dumpAllThreads",
          "findDeadlockedThreads",
          "findMonitorDeadlockedThreads",
          "java/lang/management/ThreadInfo",
          "java.lang.management.ThreadInfo");

  @Test
  void theJarHoldsWhatTheListSays() throws IOException {
    TreeSet<String> actual = new TreeSet<>();
    contents().keySet().stream()
        .filter(name -> !name.matches(LAMBDA))
        .map(JarContentsTest::pinned)
        .forEach(actual::add);
    Files.write(Path.of("target/jar-contents.txt"), actual);
    assertThat(actual).containsExactlyElementsOf(expected());
  }

  @Test
  void theJvmLinksNoLambdasAndRecordsOfOurs() throws IOException {
    for (Map.Entry<String, byte[]> entry : contents().entrySet()) {
      if (entry.getKey().startsWith("snarl/core/dev/snarl/") && entry.getKey().endsWith(".class")) {
        new ClassReader(entry.getValue()).accept(new NoneLinked(entry.getKey()), 0);
      }
    }
  }

  private static final class NoneLinked extends ClassVisitor {
    private final String name;

    NoneLinked(String name) {
      super(Opcodes.ASM9);
      this.name = name;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String type, String signature, String[] thrown) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitInvokeDynamicInsn(String call, String type, Handle by, Object... with) {
          // What the text of a record is, only an error or a log may ask.
          assertThat(call).as(name + '.' + method).isEqualTo("toString");
        }
      };
    }
  }

  @Test
  void atItsRootAnApplicationMeetsTheLauncherAlone() throws IOException {
    try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
      assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
          .allMatch(
              name ->
                  name.startsWith("META-INF/")
                      || name.startsWith("snarl/")
                      || name.startsWith("dev/snarl/launcher/"))
          .filteredOn(name -> name.endsWith(".class"))
          .allMatch(name -> name.startsWith("dev/snarl/launcher/"));
    }
  }

  @Test
  void theManifestNamesTheAgentAndTheCommandLine() throws IOException {
    try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue("Premain-Class")).isEqualTo("dev.snarl.launcher.Agent");
      assertThat(manifest.getValue("Agent-Class")).isEqualTo("dev.snarl.launcher.Agent");
      assertThat(manifest.getValue("Main-Class")).isEqualTo("dev.snarl.launcher.Main");
      assertThat(manifest.getValue("Boot-Class-Path")).isNull();
    }
  }

  /**
   * The thread bean crashes the JVM when it looks at a carrier of virtual threads:
   * https://bugs.openjdk.org/browse/JDK-8392031.
   */
  @Test
  void oneClassInTheJarNamesWhatTakesSnapshotsOfThreads() throws IOException {
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, byte[]> entry : contents().entrySet()) {
      if (!entry.getKey().matches(".*\\.class(data)?")) {
        continue; // the pages of the rules may name them
      }
      if (entry.getKey().endsWith("observe/locks/Monitors.class")) {
        continue; // it asks for platform threads alone that carry none
      }
      String bytes = new String(entry.getValue(), StandardCharsets.ISO_8859_1);
      SNAPSHOTS.stream()
          .filter(bytes::contains)
          .forEach(name -> found.add(entry.getKey() + ": " + name));
    }
    assertThat(found).isEmpty();
  }

  /** A Java 8 JVM must be able to load the entry point, or it could not say what is wrong. */
  @Test
  void anOldJvmCanLoadTheEntryPointThatTurnsItAway() throws IOException {
    try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile());
        DataInputStream in =
            new DataInputStream(
                jar.getInputStream(jar.getEntry("dev/snarl/launcher/Agent.class")))) {
      assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
      in.readUnsignedShort();
      assertThat(in.readUnsignedShort()).as("class file version").isLessThanOrEqualTo(52);
    }
  }

  /** The jar's files, and for the one that holds the classes of a package these. */
  private static Map<String, byte[]> contents() throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        String name = entry.getName();
        if (name.endsWith("/classes")) {
          IntBuffer numbers = ByteBuffer.wrap(bytes).asIntBuffer();
          for (int at = 1, left = numbers.get(0); left > 0; at += 3, left--) {
            int begin = numbers.get(at + 1);
            byte[] type = Arrays.copyOfRange(bytes, begin, begin + numbers.get(at + 2));
            contents.put("snarl/core/" + new ClassReader(type).getClassName() + ".class", type);
          }
        } else if (!entry.isDirectory()) {
          contents.put(name, bytes);
        }
      }
    }
    return contents;
  }

  private static String pinned(String name) {
    boolean library = name.startsWith("snarl/core/") && !name.startsWith("snarl/core/dev/snarl/");
    return library || name.startsWith("snarl/core/dev/snarl/rules/")
        ? name.substring(0, name.lastIndexOf('/') + 1) + "*"
        : name;
  }

  private static List<String> expected() throws IOException {
    try (var in = JarContentsTest.class.getResourceAsStream(LIST)) {
      if (in == null) {
        throw new IllegalStateException(LIST + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().sorted().toList();
    }
  }
}
