package dev.snarl.lost;

import dev.snarl.heap.Reading;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.stacks.Blocked;
import dev.snarl.stacks.Frames;
import dev.snarl.stacks.StackSite;
import dev.snarl.text.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Judges a dump: who can never go on. The entry point of the command line. */
public final class Lost {
  private static final int FRAMES = 60;
  private static final int STEPS = 8;
  private static final Set<String> PARKED = Set.of("park", "sleep", "sleep0", "wait", "wait0");

  private final HeapDump dump;
  private final Beside beside;
  private final OwnAgent agent;
  private final Map<Integer, Wait> waits = new LinkedHashMap<>();
  private final Sites sites = new Sites();
  private final List<String> notes = new ArrayList<>();

  private Lost(HeapDump dump, Beside beside) {
    this.dump = dump;
    this.beside = beside;
    this.agent = new OwnAgent(dump);
  }

  /**
   * Reads a dump and judges it.
   *
   * @throws Unreadable with one line, whatever is wrong with the file
   */
  public static LostReport of(Path file, Beside beside, Progress progress) throws Unreadable {
    return Reading.of(file, progress, dump -> new Lost(dump, beside).report(file.toString()));
  }

  private LostReport report(String file) {
    beside.on(dump);
    Waits reader = new Waits(dump, beside);
    for (Wait wait : reader.all()) {
      if (!agent.runs(wait.thread())) {
        waits.put(wait.thread(), wait);
      }
    }
    String refused = refusal(reader);
    List<LostReport.Group> groups = refused == null ? judge(reader) : List.of();
    return new LostReport(
        file, dump.millis(), dump.threads().all().size(), waits.size(), groups, notes, refused);
  }

  private @Nullable String refusal(Waits reader) {
    if (dump.damage() != null) {
      return "the dump is damaged, and what it lacks may end any wait: " + dump.damage().why();
    }
    if (dump.threads().all().isEmpty()) {
      return "the dump holds no thread";
    }
    int unknown = reader.withoutStack();
    return unknown == 0
        ? null
        : "the dump lacks the stacks of "
            + Figures.plural(unknown, "virtual thread")
            + ", which may end any wait; dumps of Java 22 and later hold them";
  }

  private List<LostReport.Group> judge(Waits reader) {
    List<Wait> lost = lost();
    List<LostReport.Group> groups = new ArrayList<>(groups(lost, reader, null));
    ThreadStack main = blockedMain();
    if (main != null) {
      waits.put(main.node(), new Wait(main, Until.goesOn(main.node(), "nothing"), false));
      List<Wait> unlessMain = new ArrayList<>(lost());
      unlessMain.removeAll(lost);
      unlessMain.removeIf(wait -> wait.thread() == main.node());
      groups.addAll(groups(unlessMain, reader, main));
    }
    groups.sort(
        Comparator.comparing(LostReport.Group::severity)
            .thenComparingInt(LostReport.Group::count)
            .reversed());
    return groups;
  }

  private List<Wait> lost() {
    GoesOn going = new GoesOn(dump, waits, Pools.exact(dump, waits), agent);
    return waits.values().stream()
        .filter(wait -> !going.goesOn(wait.thread()))
        .filter(wait -> !beside.looksTwice() || virtual(wait) || beside.stayed(wait.stack(), dump))
        .toList();
  }

  /**
   * The thread that started the program, if it is blocked and no such wait is known of it. Its
   * frames keep every variable of {@code main}, also those that it will not use any more.
   */
  private @Nullable ThreadStack blockedMain() {
    for (ThreadStack stack : dump.threads().all()) {
      if (!waits.containsKey(stack.node()) && name(stack).equals("main")) {
        StackTraceElement[] frames = Sites.trace(stack);
        boolean blocked =
            frames.length > 0
                && frames[frames.length - 1].getMethodName().equals("main")
                && (Blocked.blockingNative(frames[0])
                    || PARKED.contains(frames[0].getMethodName()));
        return blocked ? stack : null;
      }
    }
    return null;
  }

  /** Those that are alike together. */
  private List<LostReport.Group> groups(
      List<Wait> lost, Waits reader, @Nullable ThreadStack unless) {
    List<String> hidden = lost.isEmpty() ? List.of() : hidden(lost);
    Set<Integer> waitedFor =
        lost.stream()
            .filter(wait -> wait.until().thread() != wait.thread()) // it may join itself
            .map(wait -> wait.until().thread())
            .collect(Collectors.toSet());
    Map<List<Object>, List<Wait>> groups = new LinkedHashMap<>();
    for (Wait wait : lost) {
      groups
          .computeIfAbsent(
              List.of(site(wait), wait.until().what(), why(wait, reader), wait.idle()),
              key -> new ArrayList<>())
          .add(wait);
    }
    return groups.values().stream()
        .map(group -> group(group, hidden, waitedFor, reader, unless))
        .toList();
  }

  private boolean virtual(Wait wait) {
    return dump.classOf(wait.thread()).name().equals("java.lang.VirtualThread");
  }

  /**
   * A thread that may go on and hold references which no dump shows, if there is one: where the
   * compiler keeps the fields of an object in registers and never allocates it, the dump of the
   * frame has no local variable for it.
   */
  private List<String> hidden(List<Wait> lost) {
    Set<Integer> never = lost.stream().map(Wait::thread).collect(Collectors.toSet());
    for (ThreadStack stack : dump.threads().all()) {
      boolean own = stack.frames().stream().anyMatch(frame -> !Frames.jdk(frame.type()));
      if (never.contains(stack.node()) || agent.runs(stack.node()) || !own) {
        continue;
      }
      if (!beside.knowsCompiled()) {
        return List.of(
            "which methods are compiled is not known, and in those of "
                + name(stack)
                + " references may be that no dump shows: --compiled");
      }
      Frame optimized = beside.optimized(stack.frames());
      if (optimized != null) {
        return List.of(
            name(stack)
                + " is in compiled code, where references may be that no dump shows: "
                + optimized);
      }
    }
    return List.of();
  }

  private LostReport.Group group(
      List<Wait> group,
      List<String> hidden,
      Set<Integer> waitedFor,
      Waits reader,
      @Nullable ThreadStack unless) {
    Wait first = group.get(0);
    Until until = first.until();
    List<String> doubts = new ArrayList<>(hidden);
    if (group.stream().anyMatch(wait -> !wait.until().sure()) && !beside.looksTwice()) {
      doubts.add(
          "whether its end had come at the moment of the dump cannot be seen there: --threads");
    }
    String work = work(group, waitedFor);
    if (unless != null) {
      doubts.add("main may still reach it, at " + site(new Wait(unless, first.until(), false)));
    }
    boolean proved = doubts.isEmpty();
    Severity severity =
        work.isEmpty() || unless != null
            ? Severity.INFO
            : proved ? Severity.CRITICAL : Severity.WARNING;
    return new LostReport.Group(
        severity,
        unless != null ? Certainty.UNKNOWN : proved ? Certainty.PROVED : Certainty.LIKELY,
        group.size(),
        group.stream().map(wait -> name(wait.stack())).toList(),
        site(first),
        call(first),
        until.what(),
        until.object() == HeapDump.NONE ? "" : dump.describe(until.object()),
        until.object() == HeapDump.NONE ? 0 : dump.address(until.object()),
        unless == null ? why(first, reader) : "no other thread than main can end that",
        until.object() == HeapDump.NONE ? List.of() : path(until.object()),
        work,
        doubts,
        first.stack().frames().stream().limit(FRAMES).map(Frame::toString).toList());
  }

  private String work(List<Wait> group, Set<Integer> waitedFor) {
    long tasks = group.stream().filter(wait -> wait.task() || virtual(wait)).count();
    if (tasks > 0) {
      return Figures.plural(tasks, "task");
    }
    return group.stream().anyMatch(wait -> waitedFor.contains(wait.thread()))
        ? "what others wait for"
        : "";
  }

  private String why(Wait wait, Waits reader) {
    Until until = wait.until();
    if (until.object() != HeapDump.NONE) {
      return "no thread that can go on can reach it";
    }
    if (until.thread() == wait.thread()) {
      return "it waits for itself";
    }
    String name = name(dump.threads().of(until.thread()));
    Wait other = waits.get(until.thread());
    if (other != null) {
      return "it depends on " + name + ", which never goes on either, at " + site(other);
    }
    return reader.alive(until.thread())
        ? "it depends on " + name
        : "it depends on " + name + ", a thread that has ended";
  }

  private List<String> path(int object) {
    List<Integer> nodes = dump.path(object);
    List<String> steps = new ArrayList<>();
    for (int i = Math.max(0, nodes.size() - STEPS); i < nodes.size(); i++) {
      int node = nodes.get(i);
      String link = i == 0 ? "" : dump.link(nodes.get(i - 1), node) + ": ";
      boolean thread = dump.classOf(node).isA("java.lang.Thread") && dump.asClass(node) == null;
      steps.add(link + (thread ? name(dump.threads().of(node)) : dump.describe(node)));
    }
    return steps;
  }

  private String name(ThreadStack stack) {
    String name = dump.read(stack.node()).text("name");
    return name.isEmpty() ? "a thread without a name" : name;
  }

  private String site(Wait wait) {
    StackSite site = sites.of(wait.stack());
    return site == null ? "" : site.text();
  }

  private String call(Wait wait) {
    StackSite site = sites.of(wait.stack());
    return site == null ? "" : site.call();
  }
}
