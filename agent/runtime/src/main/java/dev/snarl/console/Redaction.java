package dev.snarl.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.snarl.text.Text;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces the application's names in the answers by {@link Pseudonyms}: those of threads, pools,
 * classes, methods, files, hosts and the application itself. A name inside a sentence is replaced
 * if a field of some answer holds it, with its digits folded or not, or if it has the form of code.
 */
public final class Redaction {

  /** Fields whose whole text is a name. */
  private static final Set<String> NAMES =
      Set.of(
          "application",
          "name",
          "pool",
          "waiter",
          "waiterPool",
          "workerPool",
          "threadGroup",
          "threads",
          "target",
          "consumer",
          "dispatcher",
          "group",
          "cgroup",
          "route",
          "traceId",
          "traceIds",
          "peer",
          "connections",
          "host",
          "address");

  /** Fields whose text is the agent's: one of a few words, a time, an id. */
  private static final Set<String> OURS =
      Set.of(
          "rule",
          "severity",
          "kind",
          "state",
          "factory",
          "verdict",
          "id",
          "doc",
          "at",
          "firstSeen",
          "lastSeen",
          "hypothesis",
          "source",
          "limitedBy",
          "segments");

  /** The object whose keys are sites. */
  private static final String KEYED = "starts";

  /** The field with the name of a class, which sentences hold without its package. */
  private static final String CLASS = "class";

  private static final int SHORTEST = 3;
  private final Map<String, String> names = new HashMap<>();
  private Pattern known = Pattern.compile("(?!)");

  private Redaction() {}

  /** A copy of the answers without the application's names. */
  public static JsonObject of(JsonObject answers) {
    Redaction redaction = new Redaction();
    redaction.collect("", answers);
    redaction.known = redaction.anyName();
    return redaction.changed("", answers).getAsJsonObject();
  }

  private void collect(String field, JsonElement value) {
    if (value instanceof JsonObject object) {
      object.entrySet().forEach(entry -> collect(entry.getKey(), entry.getValue()));
    } else if (value instanceof JsonArray array && !OURS.contains(field)) {
      array.forEach(item -> collect(field, item));
    } else if (isText(value) && NAMES.contains(field)) {
      String name = value.getAsString();
      remember(name);
    } else if (isText(value) && field.equals(CLASS) && !Pseudonyms.isPublic(value.getAsString())) {
      String name = value.getAsString();
      remember(name.substring(name.lastIndexOf('.') + 1));
    }
  }

  private void remember(String name) {
    if (name.length() >= SHORTEST && !Pseudonyms.isPublic(name)) {
      names.put(folded(name), Pseudonyms.of("name", folded(name)));
    }
  }

  /**
   * Threads of one pool differ only by digits: they share the pseudonym of the folded name. Of an
   * address or the id of a trace no letter would be left: such a name counts as it is.
   */
  private static String folded(String name) {
    String folded = Text.folded(name, Integer.MAX_VALUE);
    return folded.chars().anyMatch(Character::isLetter) ? folded : name;
  }

  private Pattern anyName() {
    String any =
        names.keySet().stream()
            .sorted(Comparator.comparing(String::length).reversed())
            .map(name -> Pattern.quote(name).replace("#", "\\E[#\\d]+\\Q"))
            .collect(Collectors.joining("|"));
    return any.isEmpty() ? known : Pattern.compile("(?<![\\w-])(?:" + any + ")(?![\\w-])");
  }

  private JsonElement changed(String field, JsonElement value) {
    if (OURS.contains(field)) {
      return value;
    }
    if (value instanceof JsonObject object) {
      JsonObject copy = new JsonObject();
      for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
        String key = entry.getKey();
        copy.add(field.equals(KEYED) ? text(key) : key, changed(key, entry.getValue()));
      }
      return copy;
    }
    if (value instanceof JsonArray array) {
      JsonArray copy = new JsonArray();
      array.forEach(item -> copy.add(changed(field, item)));
      return copy;
    }
    if (!isText(value)) {
      return value;
    }
    String text = value.getAsString();
    return new JsonPrimitive(NAMES.contains(field) ? name(text) : text(text));
  }

  private static String name(String name) {
    return Pseudonyms.isPublic(name) ? name : Pseudonyms.of("name", folded(name));
  }

  private String text(String text) {
    // Code first: an application may have the name of one of its classes.
    String named = known.matcher(Pseudonyms.forCode(text)).replaceAll(this::quotedAlias);
    return Pseudonyms.forPlaces(named);
  }

  private String quotedAlias(MatchResult found) {
    return Matcher.quoteReplacement(alias(found));
  }

  private String alias(MatchResult found) {
    String name = folded(found.group().replaceAll("#+", "#"));
    String alias = names.get(name);
    return alias == null ? Pseudonyms.of("name", name) : alias;
  }

  private static boolean isText(JsonElement value) {
    return value instanceof JsonPrimitive primitive && primitive.isString();
  }
}
