package dev.snarl.tests.programs;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * An agent that comes before the one under test and makes its methods, and those of the flight
 * recorder that start and end it, report to {@link ExitPoint}. Its arguments, separated by
 * semicolons: a jar with that class, the point at which the JVM is to end, and a file to write all
 * points to.
 */
public final class ExitsAt implements ClassFileTransformer {
  private static final String AGENT = "dev/snarl/";
  private static final String TESTS = "dev/snarl/tests/";

  private static final Set<String> RECORDER =
      Set.of(
          "jdk/jfr/FlightRecorder",
          "jdk/jfr/Recording",
          "jdk/jfr/consumer/RecordingStream",
          "jdk/jfr/internal/MetadataRepository",
          "jdk/jfr/internal/PlatformRecorder",
          "jdk/jfr/internal/PlatformRecording",
          "jdk/jfr/internal/Repository",
          "jdk/jfr/internal/RepositoryChunk",
          "jdk/jfr/internal/ShutdownHook",
          "jdk/jfr/internal/consumer/AbstractEventStream",
          "jdk/jfr/internal/consumer/EventDirectoryStream");

  private ExitsAt() {}

  public static void premain(String arguments, Instrumentation instrumentation) throws IOException {
    String[] parts = arguments.split(";", 3);
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(parts[0]));
    ExitsAt agent = new ExitsAt();
    agent.transform(null, AGENT, null, null, ownBytes());
    ExitPoint.choose(parts[1]);
    if (!parts[2].isEmpty()) {
      Path file = Path.of(parts[2]);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> write(file)));
    }
    instrumentation.addTransformer(agent);
  }

  private static byte[] ownBytes() throws IOException {
    try (var in = ExitsAt.class.getResourceAsStream("ExitsAt.class")) {
      return in == null ? new byte[0] : in.readAllBytes();
    }
  }

  private static void write(Path file) {
    try {
      Files.write(file, ExitPoint.points());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (name == null
        || (!(name.startsWith(AGENT) && !name.startsWith(TESTS)) && !RECORDER.contains(name))) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Reporting(writer, name.replace('/', '.')), 0);
    return writer.toByteArray();
  }

  private static final class Reporting extends ClassVisitor {
    private final String type;

    Reporting(ClassVisitor next, String type) {
      super(Opcodes.ASM9, next);
      this.type = type;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, method) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitLdcInsn(type + '.' + name);
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC,
              "dev/snarl/tests/programs/ExitPoint",
              "passed",
              "(Ljava/lang/String;)V",
              false);
        }
      };
    }
  }
}
