package dev.snarl.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON that the agent writes into maps, lists, strings, numbers and booleans. A library
 * for it on the class path of the tests could be another version than theirs.
 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** The object of a line; {@link IllegalArgumentException} if it is none. */
  static Map<String, @Nullable Object> object(String line) {
    try {
      return new Json(line).object();
    } catch (StringIndexOutOfBoundsException e) {
      throw new IllegalArgumentException("no JSON object: " + line, e);
    }
  }

  private @Nullable Object value() {
    return switch (peek()) {
      case '{' -> object();
      case '[' -> list();
      case '"' -> string();
      default -> word();
    };
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    expect('{');
    while (peek() != '}') {
      String name = string();
      expect(':');
      members.put(name, value());
      comma('}');
    }
    at++;
    return members;
  }

  private List<@Nullable Object> list() {
    List<@Nullable Object> items = new ArrayList<>();
    expect('[');
    while (peek() != ']') {
      items.add(value());
      comma(']');
    }
    at++;
    return items;
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      string.append(c == '\\' ? escaped() : c);
    }
    return string.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      default -> c;
    };
  }

  private @Nullable Object word() {
    int from = at;
    while (",]} ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    return switch (word) {
      case "null" -> null;
      case "true", "false" -> Boolean.valueOf(word);
      default -> word.matches("-?\\d{1,18}") ? (Number) Long.valueOf(word) : Double.valueOf(word);
    };
  }

  private char peek() {
    while (text.charAt(at) == ' ') {
      at++;
    }
    return text.charAt(at);
  }

  private void comma(char end) {
    if (peek() != end) {
      expect(',');
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw new IllegalArgumentException(c + " expected at " + at + " of " + text);
    }
    at++;
  }
}
