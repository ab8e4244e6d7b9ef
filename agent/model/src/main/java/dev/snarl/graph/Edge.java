package dev.snarl.graph;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thread waits for one step.
 *
 * @param cause the wait that it belongs to
 * @param kind the step's kind, after {@code all-} or {@code any-} if it is one of several
 * @param step what must happen
 */
public record Edge(Wait cause, String kind, Need.Step step) {

  /** Every edge of these waits, in their order. */
  public static List<Edge> of(List<Wait> waits) {
    List<Edge> edges = new ArrayList<>();
    waits.forEach(wait -> add(wait, "", wait.need(), edges));
    return edges;
  }

  /** The ids of the threads that these waits need. */
  public static Set<Long> awaited(List<Wait> waits) {
    return of(waits).stream()
        .map(edge -> edge.step().thread())
        .filter(Objects::nonNull)
        .map(ThreadRef::id)
        .collect(Collectors.toSet());
  }

  private static void add(Wait wait, String group, Need need, List<Edge> edges) {
    if (need instanceof Need.Step step) {
      edges.add(new Edge(wait, group + step.kind(), step));
    } else if (need instanceof Need.All all) {
      all.needs().forEach(part -> add(wait, group + "all-", part, edges));
    } else if (need instanceof Need.Any any) {
      any.needs().forEach(part -> add(wait, group + "any-", part, edges));
    }
  }

  /** The node of the waiter, {@code t12}. */
  public String from() {
    return Node.thread(cause.thread().id());
  }

  /** The node that must act, {@code t12} or {@code p3}; null if nobody is known. */
  public @Nullable String to() {
    ThreadRef thread = step.thread();
    Long queue = step.queue();
    if (thread != null) {
      return Node.thread(thread.id());
    }
    return queue == null ? null : Node.pool(queue);
  }
}
