package dev.snarl.rules;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the manual about rules. The build puts the files of {@code docs/findings} into this
 * jar, where they are read on request; nothing is cached.
 */
public final class RulePage {
  private static final String FOLDER = "docs/findings/";
  private static final String END = ".md";
  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([^)]+)\\)");

  private RulePage() {}

  /** Where its page is among the sources, as a finding names it. */
  public static String path(String rule) {
    return FOLDER + rule + END;
  }

  /** How to read a page that a finding names: with the jar only, and among the sources. */
  public static String reference(String doc) {
    return isPage(doc) ? "java -jar snarl.jar explain " + ruleOf(doc) + " (" + doc + ")" : doc;
  }

  /** The text of a page, for a terminal; null if there is no such page. */
  public static @Nullable String textAt(String path) {
    return isPage(path) ? text(ruleOf(path)) : null;
  }

  /** Whether it is the path of a rule's page. */
  private static boolean isPage(String path) {
    return Rules.ALL.stream().anyMatch(rule -> path(rule.id()).equals(path));
  }

  private static String ruleOf(String path) {
    return path.substring(FOLDER.length(), path.length() - END.length());
  }

  /** The text of a rule's page, with links that lead somewhere outside of the sources. */
  public static String text(String rule) {
    return LINK.matcher(read(rule)).replaceAll(found -> Matcher.quoteReplacement(link(found)));
  }

  /** A link to a rule becomes its name, to another page its path, to the web its address. */
  private static String link(MatchResult link) {
    String text = link.group(1);
    String target = link.group(2);
    if (target.startsWith("https:")) {
      return text + " (" + target + ")";
    }
    int place = target.indexOf('#');
    String file = place < 0 ? target : target.substring(0, place);
    return file.startsWith("../") ? text + " (docs/" + file.substring(3) + ")" : text;
  }

  private static String read(String name) {
    try (InputStream in = RulePage.class.getResourceAsStream("page/" + name + END)) {
      if (in == null) {
        throw new IllegalStateException("no page " + name + " in this jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
