package dev.snarl.console;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page with its answers in one file that needs no server: the same modules, found through an
 * import map, and the answers as JSON that no HTML parser can mistake for markup. Only scripts
 * whose hashes the policy names run in it. Costs some hundred kilobytes and tens of milliseconds,
 * on the calling thread.
 *
 * @param html the file
 * @param policy its content security policy, which the file also contains
 */
public record Report(String html, String policy) {
  /**
   * The answers that each report holds: their addresses are those under {@code /api}. Others, such
   * as {@code what-if?pool=7}, may come with them.
   */
  public static final List<String> PARTS =
      List.of(
          "findings",
          "chains?seconds=60",
          "chains?seconds=300",
          "chains?seconds=3600",
          "environment",
          "executors",
          "threads",
          "gc",
          "profile",
          "tangle",
          "hypotheses",
          "sizing",
          "host",
          "history");

  private static final String PREFIX = "snarl/";
  private static final Pattern SCRIPT = Pattern.compile("<script src=\"console/([^\"]+)\"");
  private static final Pattern IMPORT = Pattern.compile("from '\\./([a-z0-9-]+\\.js)'");

  /**
   * Escapes what HTML would take for markup, so that no text of the application can end its block.
   */
  private static final Gson JSON = new GsonBuilder().serializeNulls().create();

  /**
   * Builds the file.
   *
   * @param answers the answers of {@code /api/NAME} by NAME: at least {@link #PARTS}
   */
  public static Report of(JsonObject answers) {
    List<String> scripts = new ArrayList<>();
    for (Matcher name = SCRIPT.matcher(Assets.text(Assets.INDEX)); name.find(); ) {
      if (!name.group(1).equals("main.js")) {
        scripts.add(withoutMap(Assets.text(name.group(1))));
      }
    }
    String map = importMap();
    String start = "import '" + PREFIX + "main.js';";
    String style = Assets.text("style.css");
    StringBuilder policy = new StringBuilder("default-src 'none'; script-src data:");
    scripts.forEach(script -> policy.append(hashOf(script)));
    policy.append(hashOf(map)).append(hashOf(start));
    policy.append("; style-src").append(hashOf(style));
    policy.append("; base-uri 'none'; form-action 'none'");
    StringBuilder html = new StringBuilder(400_000);
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .append(policy)
        .append("\">\n<title>Snarl</title>\n<style>")
        .append(style)
        .append("</style>\n");
    scripts.forEach(script -> html.append("<script>").append(script).append("</script>\n"));
    html.append("<script type=\"importmap\">")
        .append(map)
        .append("</script>\n</head>\n<body>\n<div id=\"app\"></div>\n")
        .append("<noscript>This report needs JavaScript; the facts are in the block below.")
        .append("</noscript>\n<script type=\"application/json\" id=\"report\">")
        .append(JSON.toJson(answers))
        .append("</script>\n<script type=\"module\">")
        .append(start)
        .append("</script>\n</body>\n</html>\n");
    return new Report(html.toString(), policy.toString());
  }

  /** Each module, from the first on, as a URL that contains its text. */
  private static String importMap() {
    Map<String, String> modules = new LinkedHashMap<>();
    Set<String> wanted = new LinkedHashSet<>(List.of("main.js"));
    while (!wanted.isEmpty()) {
      String name = wanted.iterator().next();
      wanted.remove(name);
      String text = withoutMap(Assets.text(name));
      for (Matcher other = IMPORT.matcher(text); other.find(); ) {
        if (!modules.containsKey(PREFIX + other.group(1))) {
          wanted.add(other.group(1));
        }
      }
      String standing = IMPORT.matcher(text).replaceAll("from '" + PREFIX + "$1'");
      modules.put(PREFIX + name, "data:text/javascript;base64," + base64(standing));
    }
    JsonObject imports = new JsonObject();
    modules.forEach(imports::addProperty);
    JsonObject map = new JsonObject();
    map.add("imports", imports);
    return map.toString();
  }

  /** Without the comment that names a source map, which a self-contained file does not have. */
  private static String withoutMap(String script) {
    return script.replaceAll("(?m)^//# sourceMappingURL=.*$", "");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String hashOf(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return " 'sha256-" + Base64.getEncoder().encodeToString(hash) + '\'';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
