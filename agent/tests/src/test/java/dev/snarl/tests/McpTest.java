package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Deadlock;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code snarl.jar mcp}, asked by the client of the protocol's own SDK. */
class McpTest {
  private static McpSyncClient client(Jdk jdk, Path jar, String... options) {
    List<String> words = new ArrayList<>(List.of("-jar", jar.toString(), "mcp"));
    words.addAll(List.of(options));
    ServerParameters server = ServerParameters.builder(jdk.java().toString()).args(words).build();
    StdioClientTransport streams = new StdioClientTransport(server, McpJsonDefaults.getMapper());
    McpSyncClient client =
        McpClient.sync(streams)
            .requestTimeout(Duration.ofSeconds(60))
            .initializationTimeout(Duration.ofSeconds(60))
            .build();
    client.initialize();
    return client;
  }

  private static CallToolResult call(McpSyncClient client, String tool, String name, String value) {
    return client.callTool(CallToolRequest.builder(tool).arguments(Map.of(name, value)).build());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }

  @OnJdk
  void aDeadlockIsFoundAndExplained(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Deadlock.class);
        McpSyncClient client = client(jdk, ForkedJvm.JAR)) {
      assertThat(client.listTools().tools())
          .allMatch(tool -> tool.annotations().readOnlyHint())
          .extracting(Tool::name)
          .contains("list", "doctor", "findings", "chains", "explain")
          .doesNotContain("attach", "detach");
      assertThat(text(client.callTool(CallToolRequest.builder("list").arguments(Map.of()).build())))
          .contains(String.valueOf(program.pid()));
      String address = program.address().toString();
      String found =
          Deadline.in(Duration.ofSeconds(60))
              .until(
                  () -> text(call(client, "findings", "target", address)),
                  () -> {
                    CallToolResult result = call(client, "findings", "target", address);
                    return text(result).contains("pool-deadlock") ? text(result) : null;
                  });
      assertThat(found).contains("CRITICAL").endsWith("chains for its cost.");
      for (String tool : List.of("doctor", "chains", "waits", "size")) {
        CallToolResult result = call(client, tool, "target", address);
        assertThat(result.isError()).as("%s: %s", tool, text(result)).isFalse();
      }
      assertThat(text(call(client, "explain", "rule", "pool-deadlock")))
          .contains("waits for tasks in that pool's own queue");
    }
  }

  @OnJdk
  void itAttachesOnlyWhereThatIsAllowed(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).attachable().start(Deadlock.class);
        McpSyncClient client = client(jdk, ForkedJvm.JAR, "--allow-attach")) {
      String pid = String.valueOf(program.pid());
      CallToolResult without = call(client, "findings", "target", pid);
      assertThat(without.isError()).isTrue();
      assertThat(text(without)).contains("attach with the process id");
      assertThat(text(call(client, "attach", "pid", pid))).contains("ready");
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> text(call(client, "doctor", "target", pid)),
              () -> call(client, "doctor", "target", pid).isError() ? null : true);
      assertThat(call(client, "detach", "pid", pid).isError()).isFalse();
    }
  }

  @Test
  void aBadValueIsOneLineAndNoOption() {
    try (McpSyncClient client = client(Jdk.of(17), ForkedJvm.JAR)) {
      CallToolResult option = call(client, "heap", "file", "--html=/tmp/x");
      assertThat(option.isError()).isTrue();
      assertThat(text(option)).isEqualTo("file takes heap dump, .hprof, not '--html=/tmp/x'");
      assertThat(text(call(client, "lost", "file", "1")))
          .isEqualTo("lost takes a file here: a dump stops the JVM");
      assertThat(text(call(client, "explain", "rule", "no-rule"))).startsWith("snarl: ");
    }
  }

  @Test
  void withoutItsJarItSaysSo(@TempDir Path folder) throws Exception {
    Path alone = Files.copy(ForkedJvm.JAR, folder.resolve("snarl.jar"));
    Exit exit = ForkedJvm.on(Jdk.of(17)).jar(alone).command("mcp");
    assertThat(exit.code()).isEqualTo(3);
    assertThat(exit.err())
        .containsExactly(
            "snarl: there is no "
                + folder.resolve("snarl-mcp.jar")
                + "; put snarl-mcp.jar beside snarl.jar");
  }
}
