package dev.snarl.threads;

import dev.snarl.stacks.Blocked;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Threads that wait for a future, and the blocked threads that run a task of that kind, of one
 * moment after another. A stack names the future but not the task that completes it: which belong
 * together is inferred from the kinds of task, from the code (a task written where it is waited
 * for) and from the numbers of both.
 */
public final class Matching {
  /** Lines that once waited for several tasks: the rest of a batch is no pair. */
  private final Set<String> batches = new HashSet<>();

  /** Threads at one line. */
  private static final class Crew {
    final List<View> threads = new ArrayList<>();
    int free;

    View first() {
      return threads.get(0);
    }
  }

  private record Candidate(Crew waiters, Crew workers, int link) {}

  /**
   * Waiters at one line, and workers at another.
   *
   * @param pairs how many of both belong together
   * @param fanOut whether there are several workers for each waiter: a batch
   * @param link how strongly the code indicates it, 0 to 3
   * @param others further lines at which the tasks may be
   */
  public record Match(
      List<View> waiters,
      List<View> workers,
      int pairs,
      boolean fanOut,
      int link,
      List<String> others) {
    public Match {
      waiters = List.copyOf(waiters);
      workers = List.copyOf(workers);
      others = List.copyOf(others);
    }

    View waiter() {
      return waiters.get(0);
    }

    View worker() {
      return workers.get(0);
    }
  }

  /**
   * The matches of the next moment.
   *
   * @param stuck threads of which another judgement speaks
   */
  public List<Match> of(List<View> views, Predicate<View> stuck) {
    List<Match> matches = new ArrayList<>();
    for (FutureKind kind : FutureKind.values()) {
      List<View> waiting = new ArrayList<>();
      List<View> working = new ArrayList<>();
      for (View view : views) {
        if (!view.sound() || stuck.test(view)) {
          continue;
        }
        if (view.awaits() == kind && !view.batch()) {
          waiting.add(view);
        }
        if (view.doing().blocked()
            && !Blocked.loads(view.blockedIn())
            && kind.completedBy().stream().anyMatch(view.runs()::contains)) {
          working.add(view);
        }
      }
      add(crews(waiting), crews(working), matches);
    }
    return matches;
  }

  private static List<Crew> crews(List<View> views) {
    Map<String, Crew> crews = new LinkedHashMap<>();
    for (View view : views) {
      Crew crew = crews.computeIfAbsent(view.siteText(), site -> new Crew());
      crew.threads.add(view);
      crew.free++;
    }
    return new ArrayList<>(crews.values());
  }

  private void add(List<Crew> waiters, List<Crew> workers, List<Match> matches) {
    List<Candidate> all = new ArrayList<>();
    for (Crew waiting : waiters) {
      for (Crew working : workers) {
        if (!working.first().siteText().equals(waiting.first().siteText())) {
          all.add(new Candidate(waiting, working, link(waiting.first(), working.first())));
        }
      }
    }
    all.sort(
        Comparator.comparingInt(Candidate::link)
            .thenComparing(each -> -apart(each))
            .reversed()
            .thenComparing(each -> -options(all, each.waiters())));
    for (Candidate each : all) {
      int pairs = Math.min(each.waiters().free, each.workers().free);
      if (pairs == 0) {
        continue;
      }
      boolean fanOut = each.workers().free >= 2 * each.waiters().free;
      if (fanOut) {
        batches.add(each.waiters().first().siteText());
      }
      if (fanOut || !batches.contains(each.waiters().first().siteText())) {
        matches.add(
            new Match(
                each.waiters().threads,
                each.workers().threads,
                pairs,
                fanOut,
                each.link(),
                others(all, each)));
      }
      each.waiters().free -= pairs;
      each.workers().free = fanOut ? 0 : each.workers().free - pairs;
    }
  }

  private static int apart(Candidate each) {
    return Math.abs(each.waiters().threads.size() - each.workers().threads.size());
  }

  private static long options(List<Candidate> all, Crew waiters) {
    return all.stream().filter(each -> each.waiters().equals(waiters)).count();
  }

  private static List<String> others(List<Candidate> all, Candidate taken) {
    return all.stream()
        .filter(each -> each.waiters().equals(taken.waiters()) && !each.equals(taken))
        .filter(each -> each.link() >= taken.link())
        .map(each -> each.workers().first().siteText())
        .toList();
  }

  /** How strongly the code indicates that this worker runs what this waiter waits for. */
  private static int link(View waiter, View worker) {
    StackTraceElement entry = worker.entry();
    if (entry == null) {
      return 0;
    }
    String type = outer(entry.getClassName());
    int link = 0;
    for (StackTraceElement frame : waiter.stack()) {
      String of = outer(frame.getClassName());
      if (of.equals(type)) {
        boolean written = entry.getMethodName().startsWith("lambda$" + frame.getMethodName() + "$");
        link = Math.max(link, written ? 3 : 2);
      } else if (waiter.site() != null && frame.equals(waiter.site().frame())) {
        link = Math.max(link, inPackage(of).equals(inPackage(type)) ? 1 : 0);
      }
    }
    return link;
  }

  private static String outer(String type) {
    int nested = type.indexOf('$');
    return nested > 0 ? type.substring(0, nested) : type;
  }

  private static String inPackage(String type) {
    return type.substring(0, Math.max(0, type.lastIndexOf('.')));
  }
}
