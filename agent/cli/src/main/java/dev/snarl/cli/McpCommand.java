package dev.snarl.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mcp}: the commands as tools of an assistant. The server is in a jar of its own. */
@Command(
    name = "mcp",
    description =
        "Serve the commands to an assistant: a Model Context Protocol server on standard input and"
            + " output.")
final class McpCommand implements Callable<Integer> {
  private static final String NAME = "snarl-mcp.jar";
  private static final String ENTRY = "dev.snarl.mcp.Server";

  private final Here here;

  @Option(
      names = "--allow-attach",
      description = "offer to attach and detach the agent too; without it nothing is changed")
  private boolean attach;

  McpCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure, IOException {
    Path jar = here.jar().toAbsolutePath().resolveSibling(NAME);
    if (!Files.isReadable(jar)) {
      throw Failure.unreachable("there is no " + jar + "; put " + NAME + " beside snarl.jar");
    }
    PrintStream out = System.out;
    System.setOut(System.err); // nothing but the protocol may be on standard output
    ClassLoader above = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, above)) {
      Thread.currentThread().setContextClassLoader(loader); // the SDK looks for services there
      return server(loader, out).apply(this::run);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw Failure.unreachable(jar + " is not the jar of this version: " + e);
    }
  }

  @SuppressWarnings("unchecked") // both sides are of one build
  private Function<Function<List<String>, Map.Entry<Integer, String>>, Integer> server(
      ClassLoader loader, PrintStream out) throws ReflectiveOperationException {
    return Class.forName(ENTRY, true, loader)
        .asSubclass(Function.class)
        .getConstructor(InputStream.class, OutputStream.class, String.class, boolean.class)
        .newInstance(System.in, out, here.version(), attach);
  }

  private Map.Entry<Integer, String> run(List<String> words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    int code = Cli.run(new Here(here.jar(), here.version(), here.environment(), both, both), words);
    return Map.entry(code, bytes.toString(StandardCharsets.UTF_8));
  }
}
