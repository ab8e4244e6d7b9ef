package dev.snarl.cli;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The target of a command, a mix-in: the process id of a JVM in which the agent runs, or the
 * agent's address, and its token.
 */
final class Target {
  private static final Pattern PID = Pattern.compile("[0-9]{1,10}");
  private static final Pattern ADDRESS = Pattern.compile(" on (https?://[^ ,]+),");
  private static final int LONGEST_TOKEN = 4_096;

  @Parameters(
      index = "0",
      paramLabel = "PID|URL",
      description = "a JVM in which the agent runs, or the agent's address")
  private String target = "";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with the bearer token; else the variable SNARL_TOKEN")
  private @Nullable Path tokenFile;

  /** A target that was not given as a mix-in. */
  static Target of(String target, @Nullable Path tokenFile) {
    Target of = new Target();
    of.target = target;
    of.tokenFile = tokenFile;
    return of;
  }

  /** The process id, if the target is one. */
  @Nullable String pid() {
    return isPid(target) ? target : null;
  }

  /** Creates the client of the agent's HTTP; sends nothing yet. */
  Remote open(Here here) throws Failure {
    String token = token(here);
    String pid = pid();
    return new Remote(pid == null ? url() : address(pid), token);
  }

  /** The agent's answer at a path under its address. */
  JsonObject get(Here here, String path) throws Failure {
    return open(here).get(path);
  }

  private URI url() throws Failure {
    String lower = target.toLowerCase(Locale.ROOT);
    if (lower.startsWith("http://") || lower.startsWith("https://")) {
      try {
        URI uri = new URI(target);
        if (uri.getHost() != null && uri.getUserInfo() == null) {
          return new URI(uri.getScheme(), null, uri.getHost(), uri.getPort(), "/", null, null);
        }
      } catch (URISyntaxException malformed) {
        // Refused below, as any other that is no address.
      }
    }
    throw Failure.usage(
        "'" + target + "' is neither a process id nor an address such as http://127.0.0.1:9718");
  }

  private static URI address(String pid) throws Failure {
    String state = Jvm.of(pid).state();
    if (state == null) {
      throw Failure.unreachable(
          "the agent does not run in JVM "
              + pid
              + "; put it there with: java -jar snarl.jar attach "
              + pid);
    }
    Matcher address = ADDRESS.matcher(state);
    if (!address.find()) {
      throw Failure.unreachable(
          state.isEmpty()
              ? "the agent in JVM " + pid + " is still starting; ask again in a second"
              : "the agent in JVM " + pid + " runs without HTTP (port=off, or its port was taken)");
    }
    if (OtherProcess.of(pid).hasItsOwnNetwork()) {
      throw Failure.unreachable(
          "JVM " + pid + " has a network of its own, as in a container; run the command there");
    }
    return URI.create(address.group(1) + "/");
  }

  private @Nullable String token(Here here) throws Failure {
    if (tokenFile == null) {
      String token = here.environment().get("SNARL_TOKEN");
      return token == null || token.isBlank() ? null : token.strip();
    }
    try (var in = Files.newInputStream(tokenFile)) {
      String token = new String(in.readNBytes(LONGEST_TOKEN), StandardCharsets.UTF_8).strip();
      if (!token.isEmpty() && token.lines().count() == 1) {
        return token;
      }
    } catch (IOException e) {
      throw Failure.unreachable("cannot read the token file " + tokenFile + ": " + e.getMessage());
    }
    throw Failure.unreachable("the token file " + tokenFile + " does not hold one line");
  }

  static boolean isPid(String given) {
    return PID.matcher(given).matches();
  }

  /** Checks the process id that a command takes alone. */
  static String pid(String given) throws Failure {
    if (!isPid(given)) {
      throw Failure.usage("'" + given + "' is no process id of a JVM; list shows those here");
    }
    return given;
  }
}
