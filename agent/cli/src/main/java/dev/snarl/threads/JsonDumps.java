package dev.snarl.threads;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.Reader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of {@code jcmd Thread.dump_to_file -format=json}, Java 21 and newer, as a stream.
 * Numbers may be text or numbers; unknown names are skipped.
 */
final class JsonDumps {
  private final Intake intake;
  private final String source;
  private final List<DumpedThread> threads = new ArrayList<>();
  private @Nullable Instant at;
  private String vm = "";
  private String process = "";
  private String container = "";
  private boolean dump;

  JsonDumps(Intake intake, String source) {
    this.intake = intake;
    this.source = source;
  }

  /** The dump; null if it is something else. */
  @Nullable ThreadDump read(Reader text) throws IOException {
    boolean whole = false;
    try (JsonReader json = new JsonReader(new BoundedStrings(text))) {
      each(json, this::top);
      whole = true;
    } catch (IOException | IllegalStateException | NumberFormatException cut) {
      // The data up to here are reported as incomplete.
      whole = false;
    }
    if (!dump || threads.isEmpty()) {
      return null;
    }
    return new ThreadDump(source, at, vm, threads, Map.of(), true, whole && !intake.full());
  }

  private interface Field {
    void read(JsonReader json, String name) throws IOException;
  }

  /** Each field of an object, or nothing if it is something else. */
  private static void each(JsonReader json, Field field) throws IOException {
    if (json.peek() != JsonToken.BEGIN_OBJECT) {
      json.skipValue();
      return;
    }
    json.beginObject();
    while (json.hasNext()) {
      field.read(json, json.nextName());
    }
    json.endObject();
  }

  private interface Item {
    void read(JsonReader json) throws IOException;
  }

  private static void all(JsonReader json, Item item) throws IOException {
    if (json.peek() != JsonToken.BEGIN_ARRAY) {
      json.skipValue();
      return;
    }
    json.beginArray();
    while (json.hasNext()) {
      item.read(json);
    }
    json.endArray();
  }

  private static String text(JsonReader json) throws IOException {
    return switch (json.peek()) {
      case STRING, NUMBER -> json.nextString();
      case BOOLEAN -> String.valueOf(json.nextBoolean());
      default -> {
        json.skipValue();
        yield "";
      }
    };
  }

  private void top(JsonReader json, String name) throws IOException {
    if (name.equals("threadDump")) {
      dump = true;
      each(json, this::dump);
    } else {
      json.skipValue();
    }
  }

  private void dump(JsonReader json, String name) throws IOException {
    switch (name) {
      case "processId" -> process = text(json);
      case "time" -> at = time(text(json));
      case "runtimeVersion" -> vm = text(json);
      case "threadContainers" -> all(json, each -> each(each, this::container));
      default -> json.skipValue();
    }
  }

  private static @Nullable Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException none) {
      return null;
    }
  }

  private void container(JsonReader json, String name) throws IOException {
    switch (name) {
      case "container" -> {
        String named = text(json);
        container = named.equals("<root>") ? "" : named;
      }
      case "threads" -> all(json, this::thread);
      default -> json.skipValue();
    }
  }

  private void thread(JsonReader json) throws IOException {
    Draft draft = new Draft();
    draft.container = container;
    draft.mark = process;
    each(json, (each, name) -> thread(each, name, draft));
    if (!intake.room()) {
      throw new IOException("too many threads");
    }
    threads.add(draft.thread(intake));
  }

  private void thread(JsonReader json, String name, Draft draft) throws IOException {
    switch (name) {
      case "tid" -> draft.id = HeaderLine.whole(text(json));
      case "name" -> draft.name = text(json);
      case "virtual" -> draft.virtual = text(json).equals("true");
      case "state" -> draft.state(text(json));
      case "stack" -> all(json, each -> intake.add(draft.stack, intake.frame(text(each))));
      case "parkBlocker" -> parked(json, draft);
      case "blockedOn" -> blocked(text(json), Blocker.How.ENTER, draft);
      case "waitingOn" -> blocked(text(json), Blocker.How.WAIT, draft);
      case "monitorsOwned" -> all(json, each -> each(each, (in, field) -> owned(in, field, draft)));
      default -> json.skipValue();
    }
  }

  private void parked(JsonReader json, Draft draft) throws IOException {
    List<String> object = new ArrayList<>();
    List<String> owner = new ArrayList<>();
    each(
        json,
        (each, name) -> {
          switch (name) {
            case "object" -> object.add(text(each));
            case "owner", "exclusiveOwnerThreadId" -> owner.add(text(each));
            default -> each.skipValue();
          }
        });
    if (!object.isEmpty() && !object.get(0).isEmpty()) {
      String id = intake.text(object.get(0));
      long by = owner.isEmpty() ? -1 : HeaderLine.whole(owner.get(0));
      draft.blocker(new Blocker(Blocker.How.PARK, id, type(id), by));
    }
  }

  private void blocked(String object, Blocker.How how, Draft draft) {
    if (!object.isEmpty()) {
      draft.blocker(Blocker.of(how, intake.text(object), type(object)));
    }
  }

  private void owned(JsonReader json, String name, Draft draft) throws IOException {
    if (!name.equals("locks")) {
      json.skipValue();
      return;
    }
    all(
        json,
        each -> {
          String lock = text(each);
          if (!lock.isEmpty()) {
            intake.hold(draft.held, lock, type(lock));
          }
        });
  }

  private String type(String object) {
    int hash = object.lastIndexOf('@');
    return intake.text(hash > 0 ? object.substring(0, hash) : object);
  }
}
