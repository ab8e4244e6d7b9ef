package dev.snarl.launcher;

import java.io.File;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * {@code java -jar snarl.jar COMMAND}: loads the core as the agent does and hands over to its
 * command line. Compiled for Java 8, so that an older JVM gets a line rather than a class-file
 * error.
 */
public final class Main {

  private static final int USAGE = 2;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    System.exit(run(Arrays.asList(arguments)));
  }

  @SuppressWarnings("unchecked")
  private static int run(List<String> arguments) throws Exception {
    int feature = Agent.feature(System.getProperty("java.specification.version"));
    if (feature < Agent.OLDEST) {
      Agent.say("Java " + feature + " is too old, Snarl needs " + Agent.OLDEST + " or newer");
      return USAGE;
    }
    File jar = new File(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Map<String, String> facts = new HashMap<>();
    facts.put("jar", jar.getAbsolutePath());
    facts.put("version", Main.class.getPackage().getImplementationVersion());
    try (CoreLoader loader = new CoreLoader(jar)) {
      BiFunction<List<String>, Map<String, String>, Integer> command =
          (BiFunction<List<String>, Map<String, String>, Integer>)
              loader.loadClass("dev.snarl.cli.Cli").getDeclaredConstructor().newInstance();
      return command.apply(arguments, facts);
    }
  }
}
