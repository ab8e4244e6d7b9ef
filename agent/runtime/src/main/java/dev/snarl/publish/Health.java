package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The answer of {@code /healthz}: whether all parts of the agent work, which do not and why, and
 * the state of each hook. Always a 200, because the application is healthy either way. On the HTTP
 * thread.
 */
final class Health {
  private static final long STALE_NANOS = 15_000_000_000L;

  private Health() {}

  /**
   * The JSON.
   *
   * @param reasons whether the reader may know why: a message may hold a path
   */
  static String of(Board board, boolean reasons) {
    Map<String, String> lost = board.lost();
    View view = board.view();
    long age = view == null ? 0 : System.nanoTime() - view.latest().nanos();
    if (age > STALE_NANOS) {
      lost.putIfAbsent("observer", "no snapshot for " + age / 1_000_000_000L + " s");
    }
    StringWriter text = new StringWriter();
    try {
      JsonWriter json = new JsonWriter(text);
      json.beginObject().name("status").value(lost.isEmpty() ? "ok" : "degraded");
      if (!lost.isEmpty()) {
        json.name("lost");
        if (!reasons) {
          lost.replaceAll((part, reason) -> "see standard error");
        }
        write(json, lost);
      }
      json.name("hooks");
      write(json, board.hooks());
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter throws none
    }
    return text.append('\n').toString();
  }

  private static void write(JsonWriter json, Map<String, String> words) throws IOException {
    json.beginObject();
    for (Map.Entry<String, String> word : words.entrySet()) {
      json.name(word.getKey()).value(word.getValue());
    }
    json.endObject();
  }
}
