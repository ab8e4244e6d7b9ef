package dev.snarl.tests;

import dev.snarl.tests.programs.PretendedJava;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * How to start a JVM with one of the {@code programs}. Its class path holds these programs alone,
 * so that what else it sees, the agent has let slip.
 */
public final class ForkedJvm {
  static final Path CLASSES =
      Path.of(ForkedJvm.class.getProtectionDomain().getCodeSource().getLocation().getPath());

  public static final Path ROOT = CLASSES.resolve("../../../..").normalize();
  public static final Path JAR = ROOT.resolve("agent/target/snarl.jar");
  public static final Path JUNIT = ROOT.resolve("agent/junit/target/snarl-junit.jar");
  public static final Path LIBRARIES = CLASSES.resolveSibling("libraries");

  /**
   * In the short run of the tests: with the first compiler alone, which halves what a start costs,
   * and behind the programs of the corpus, which are judged by their times.
   */
  private static final boolean LIGHT = "one".equals(System.getProperty("snarl.tests.jdks"));

  private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

  private final Jdk jdk;
  private boolean light = LIGHT;
  private boolean behind = LIGHT;
  private Path jar = JAR;
  private final List<String> flags = new ArrayList<>();
  private final List<String> last = new ArrayList<>();
  private final List<String> libraries = new ArrayList<>();
  private final List<String> under = new ArrayList<>();
  private @Nullable Path module;
  private Path classes = CLASSES;

  private ForkedJvm(Jdk jdk) {
    this.jdk = jdk;
  }

  static ForkedJvm on(Jdk jdk) {
    return new ForkedJvm(jdk);
  }

  /**
   * As the JVM is by default, even in the short run: what is compiled, or archived, is the claim.
   */
  static ForkedJvm asUsual(Jdk jdk) {
    ForkedJvm jvm = new ForkedJvm(jdk);
    jvm.light = false;
    return jvm;
  }

  /** Not behind the corpus: for a claim about times. */
  ForkedJvm prompt() {
    behind = false;
    return this;
  }

  ForkedJvm flags(String... more) {
    flags.addAll(Arrays.asList(more));
    return this;
  }

  /** Flags behind all others, for an agent that is to come after the one under test. */
  ForkedJvm lastly(String... more) {
    last.addAll(Arrays.asList(more));
    return this;
  }

  /** From 21 on, a JVM warns when an agent comes or goes: https://openjdk.org/jeps/451. */
  ForkedJvm attachable() {
    return jdk.feature() < 21 ? this : flags("-XX:+EnableDynamicAgentLoading");
  }

  /** Started by this command, which takes another as its last arguments and becomes it. */
  ForkedJvm under(String... command) {
    under.addAll(Arrays.asList(command));
    return this;
  }

  /** With the jars of these classes on the class path. */
  ForkedJvm jarsOf(Class<?>... types) {
    for (Class<?> type : types) {
      libraries.add(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
    return this;
  }

  /** Libraries behind the programs, by the names of their jars in target/libraries. */
  ForkedJvm with(String... jars) {
    for (String jar : jars) {
      libraries.add(LIBRARIES.resolve(jar + ".jar").toString());
    }
    return this;
  }

  /** With these classes behind the programs. */
  ForkedJvm with(Path more) {
    libraries.add(more.toString());
    return this;
  }

  /** With the packaged agent; options as on the command line, without HTTP unless they say so. */
  ForkedJvm agent(String... options) {
    if (!Files.exists(JAR)) {
      throw new IllegalStateException(JAR + " is missing: run mvn package first");
    }
    List<String> all = new ArrayList<>(List.of(options));
    if (all.stream().noneMatch(option -> option.startsWith("port="))) {
      all.add(0, "port=off");
    }
    return flags("-javaagent:" + JAR + "=" + String.join(",", all));
  }

  /** Of another Java version, as far as one can ask. */
  ForkedJvm pretending(String version, Path folder) {
    return testAgent(folder, PretendedJava.class, version);
  }

  /** The programs from this jar, and no folder on the class path. */
  ForkedJvm from(Path programs) {
    classes = programs;
    return this;
  }

  /** The programs as the named module {@code programs}, in this folder. */
  ForkedJvm module(Path folder) {
    module = folder;
    return this;
  }

  /**
   * With an agent of the tests, which comes before the one under test unless that was named before.
   * Its class is among the programs; the jar, made in the folder, only names it.
   */
  ForkedJvm testAgent(Path folder, Class<?> type, String arguments) {
    return flags("-javaagent:" + testAgent(folder, type) + "=" + arguments);
  }

  static Path testAgent(Path folder, Class<?> type) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", type.getName());
    manifest.getMainAttributes().putValue("Agent-Class", type.getName());
    manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
    Path jar = folder.resolve(type.getSimpleName() + ".jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return jar;
  }

  /** Runs a program to its end. */
  Exit run(Class<?> program, String... arguments) {
    try (Running running = start(program, arguments)) {
      return running.exit();
    }
  }

  /** Runs commands from this copy of the jar. */
  ForkedJvm jar(Path other) {
    jar = other;
    return this;
  }

  /** Runs one of the jar's own commands. */
  Exit command(String... arguments) {
    try (Running running = new Running(commandStarted(arguments))) {
      return running.exit();
    }
  }

  /** Starts one of the jar's own commands. */
  Process commandStarted(String... arguments) {
    List<String> command = java();
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command).start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts a program, whose standard input stays open until it is told to go on. */
  Running start(Class<?> program, String... arguments) {
    return start(program.getName(), arguments);
  }

  private List<String> java() {
    List<String> command = new ArrayList<>();
    if (behind) {
      command.addAll(List.of("nice", "-n", "5"));
    }
    command.addAll(under);
    command.add(jdk.java().toString());
    if (light) {
      command.add(ONE_COMPILER);
    }
    return command;
  }

  Running start(String program, String... arguments) {
    List<String> command = java();
    command.addAll(flags);
    command.addAll(last);
    libraries.add(0, classes.toString());
    if (module == null) {
      command.addAll(List.of("-cp", String.join(File.pathSeparator, libraries), program));
    } else {
      command.addAll(List.of("-p", module.toString(), "-m", "programs/" + program));
    }
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(new File(System.getProperty("java.io.tmpdir")));
    Map<String, String> environment = builder.environment();
    environment
        .keySet()
        .removeIf(
            name ->
                name.startsWith("SNARL_")
                    || name.equals("JAVA_TOOL_OPTIONS")
                    || name.equals("JDK_JAVA_OPTIONS"));
    try {
      return new Running(builder.start());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
