package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code list}: the JVMs of this user, and in which of them the agent runs. It attaches to each for
 * a moment to find that out. One that does not answer soon is listed without, unless it has ended.
 */
@Command(name = "list", description = "List the JVMs here and say in which the agent runs.")
final class ListJvms implements Callable<Integer> {
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  private final Here here;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  ListJvms(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    List<Row> rows = rows(Jvm.all());
    if (json) {
      JsonArray items = new JsonArray();
      for (Row row : rows) {
        JsonObject item = new JsonObject();
        item.addProperty("pid", Long.parseLong(row.jvm().pid()));
        item.addProperty("name", row.jvm().name());
        item.addProperty("agent", row.state());
        items.add(item);
      }
      JsonObject object = new JsonObject();
      object.add("items", items);
      here.out().println(object);
    } else if (rows.isEmpty()) {
      here.say("no other JVM of this user");
    } else {
      int width = rows.stream().mapToInt(row -> row.jvm().name().length()).max().orElse(0);
      for (Row row : rows) {
        String name = row.jvm().name();
        String blanks = " ".repeat(width - name.length());
        here.say("%7s  %s%s  %s".formatted(row.jvm().pid(), name, blanks, row.state()));
      }
    }
    return ExitCode.FINE;
  }

  private record Row(Jvm jvm, String state) {}

  private static List<Row> rows(List<Jvm> all) {
    List<String> states = states(all);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).isThere()) {
        rows.add(new Row(all.get(i), states.get(i)));
      }
    }
    return rows;
  }

  private static List<String> states(List<Jvm> all) {
    ExecutorService asking =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "snarl-list");
              thread.setDaemon(true);
              return thread;
            });
    List<Future<String>> asked = all.stream().map(jvm -> asking.submit(() -> state(jvm))).toList();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    List<String> states = new ArrayList<>();
    for (Future<String> each : asked) {
      try {
        states.add(each.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
      } catch (TimeoutException | ExecutionException e) {
        states.add("does not answer");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        states.add("does not answer");
      }
    }
    asking.shutdownNow();
    return states;
  }

  private static String state(Jvm jvm) {
    try {
      String state = jvm.state();
      return state == null ? "no agent" : state.isEmpty() ? "agent is starting" : state;
    } catch (Failure e) {
      return "does not answer";
    }
  }
}
