package dev.snarl.console;

import com.google.gson.Gson;
import dev.snarl.rules.Cost;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of the page, from this jar's folder {@code dev/snarl/console/page}. A name is one of
 * {@link #TYPES}' endings after lower-case letters, digits, dots and dashes, so that it cannot
 * leave the folder. Used on the HTTP thread; a requested file is cached, 200 kB for all.
 */
public final class Assets {
  public static final String INDEX = "index.html";

  private static final String FOLDER = "/dev/snarl/console/page/";
  private static final int LONGEST_NAME = 40;
  private static final Map<String, String> TYPES =
      Map.of(
          ".html", "text/html; charset=utf-8",
          ".js", "text/javascript; charset=utf-8",
          ".css", "text/css; charset=utf-8",
          ".svg", "image/svg+xml");

  /** A module that is written here: what a finding of each rule costs. */
  private static final String RULES = "rules.js";

  private final Map<String, Asset> known = new ConcurrentHashMap<>();

  /** Null if there is no such file. */
  public @Nullable Asset get(String name) {
    Asset asset = known.get(name);
    if (asset == null) {
      asset = read(name);
      if (asset != null) {
        known.put(name, asset);
      }
    }
    return asset;
  }

  /** A page of the manual by its path, as plain text; null if there is no such page. */
  public @Nullable Asset page(String path) {
    String text = RulePage.textAt(path);
    if (text == null) {
      return null;
    }
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    return new Asset("text/plain; charset=utf-8", '"' + hash(body) + '"', body);
  }

  private static @Nullable Asset read(String name) {
    int dot = name.lastIndexOf('.');
    String type = dot <= 0 ? null : TYPES.get(name.substring(dot));
    if (type == null || !isPlain(name)) {
      return null;
    }
    try (InputStream in = Assets.class.getResourceAsStream(FOLDER + name)) {
      if (in == null && !name.equals(RULES)) {
        return null;
      }
      byte[] body = in == null ? costs().getBytes(StandardCharsets.UTF_8) : in.readAllBytes();
      return new Asset(type, '"' + hash(body) + '"', body);
    } catch (IOException e) {
      return null;
    }
  }

  private static String costs() {
    Map<String, Cost> costs = new LinkedHashMap<>();
    Rules.ALL.forEach(rule -> costs.put(rule.id(), rule.declaration().cost()));
    return "export const COSTS = " + new Gson().toJson(costs) + ";\n";
  }

  private static boolean isPlain(String name) {
    boolean plain = name.length() <= LONGEST_NAME && !name.contains("..");
    for (int i = 0; plain && i < name.length(); i++) {
      char c = name.charAt(i);
      plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    }
    return plain;
  }

  /** The text of a file that must be there. */
  static String text(String name) {
    Asset asset = read(name);
    if (asset == null) {
      throw new IllegalStateException("no " + name + " in this jar");
    }
    return new String(asset.body(), StandardCharsets.UTF_8);
  }

  private static String hash(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body), 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
