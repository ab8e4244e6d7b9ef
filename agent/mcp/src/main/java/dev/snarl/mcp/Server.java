package dev.snarl.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves the tools until standard input ends. The command line loads it in a loader of its own and
 * shares none but the JDK's classes with it.
 */
public final class Server
    implements Function<Function<List<String>, Map.Entry<Integer, String>>, Integer> {
  private static final int LONGEST = 20_000;
  private static final int UNREACHABLE = 3;
  private static final String INSTRUCTIONS =
      "Snarl finds the tangles in JVM code that waits: which thread waits for which, on which line,"
          + " and what it costs. Begin with list, then doctor. Numbers are measured in that JVM; do"
          + " not infer what an answer does not say.";

  private final Input in;
  private final OutputStream out;
  private final String version;
  private final boolean attach;

  /**
   * Has not begun.
   *
   * @param attach whether the agent may be attached and detached
   */
  public Server(InputStream in, OutputStream out, String version, boolean attach) {
    this.in = new Input(in);
    this.out = out;
    this.version = version;
    this.attach = attach;
  }

  /**
   * Serves.
   *
   * @param commands runs a command; its exit code and what it printed
   * @return the exit code
   */
  @Override
  public Integer apply(Function<List<String>, Map.Entry<Integer, String>> commands) {
    McpSyncServer server =
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper(), in, out))
            .serverInfo("snarl", version)
            .instructions(INSTRUCTIONS)
            .capabilities(ServerCapabilities.builder().tools(false).build())
            .tools(tools(commands))
            .build();
    in.awaitEnd();
    server.close();
    return 0;
  }

  private List<SyncToolSpecification> tools(
      Function<List<String>, Map.Entry<Integer, String>> commands) {
    List<Tool> tools = new ArrayList<>(Tool.READING);
    if (attach) {
      tools.addAll(Tool.ATTACHING);
    }
    return tools.stream()
        .map(
            tool ->
                SyncToolSpecification.builder()
                    .tool(described(tool))
                    .callHandler((exchange, request) -> answer(tool, request.arguments(), commands))
                    .build())
        .toList();
  }

  private static McpSchema.Tool described(Tool tool) {
    return McpSchema.Tool.builder(tool.name(), tool.schema())
        .description(tool.description())
        .annotations(
            ToolAnnotations.builder().readOnlyHint(tool.reads()).destructiveHint(false).build())
        .build();
  }

  private CallToolResult answer(
      Tool tool,
      @Nullable Map<String, Object> values,
      Function<List<String>, Map.Entry<Integer, String>> commands) {
    List<String> words;
    try {
      words = tool.words(values == null ? Map.of() : values);
      if (tool.name().equals("lost") && words.get(words.size() - 1).matches("\\d+")) {
        throw new IllegalArgumentException("lost takes a file here: a dump stops the JVM");
      }
    } catch (IllegalArgumentException wrong) {
      return result(String.valueOf(wrong.getMessage()), true);
    }
    Map.Entry<Integer, String> ended = commands.apply(words);
    boolean failed = ended.getKey() > 1;
    String next = failed ? instead(ended.getKey()) : "Next: " + tool.next();
    return result(
        shortened(ended.getValue().strip()) + (next.isEmpty() ? "" : "\n\n" + next), failed);
  }

  private static CallToolResult result(String text, boolean failed) {
    return CallToolResult.builder().addTextContent(text).isError(failed).build();
  }

  /** What to record where there is no data. */
  private String instead(int code) {
    return code != UNREACHABLE
        ? ""
        : "If the agent does not run there: "
            + (attach ? "attach with the process id" : "start the JVM with -javaagent:snarl.jar")
            + ", or read a thread dump (jcmd PID Thread.print) with threads, or a heap dump (jcmd"
            + " PID GC.heap_dump FILE) with heap and lost.";
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST)
            + "\n… "
            + (text.length() - LONGEST)
            + " characters more are left out.";
  }

  /** Standard input, whose end is the end of the server. */
  private static final class Input extends FilterInputStream {
    private final CountDownLatch ended = new CountDownLatch(1);

    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      return checked(super.read());
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return checked(super.read(bytes, from, length));
    }

    private int checked(int read) {
      if (read < 0) {
        ended.countDown();
      }
      return read;
    }

    void awaitEnd() {
      try {
        ended.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
