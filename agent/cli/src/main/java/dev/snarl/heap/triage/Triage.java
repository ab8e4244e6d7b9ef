package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.hprof.Damage;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs all analyses of a dump, in one pass over its objects, and puts the results into a report.
 */
public final class Triage {
  private static final int LOOKED_AT = 10_000;

  private final HeapDump dump;
  private final int most;

  /**
   * Prepares the analyses.
   *
   * @param most entries of each list
   */
  public Triage(HeapDump dump, int most) {
    this.dump = dump;
    this.most = most;
  }

  /** Runs them. */
  public Report report(String file) {
    Tasks tasks = new Tasks(dump, new Lambdas(dump));
    Census census = new Census(dump);
    List<Integer> pools = new ArrayList<>();
    FutureCount futures = new FutureCount(dump);
    CoroutineCount coroutines = new CoroutineCount(dump, tasks);
    Waste waste = new Waste(dump);
    eachObject(pools, futures, coroutines, waste);
    List<Report.Executor> executors = new Executors(dump, tasks).of(pools);
    executors.forEach(coroutines::add);
    List<Integer> top = dump.top(LOOKED_AT);
    List<Report.Suspect> suspects = new Suspects(dump, executors).find(top);
    List<Report.Locals> threads = ThreadLocals.of(dump, most);
    List<Report.Held> held = Copies.of(dump, census);
    List<Report.Container> containers = new Containers(dump, tasks).find();
    List<Report.Shape> shapes = new ArrayList<>(ThreadLocalValues.of(dump));
    shapes.addAll(Loaders.of(dump));
    Report.Totals totals = totals();
    Sentence sentence = Sentence.of(totals, suspects, executors, containers, shapes, threads, held);
    return new Report(
        file,
        totals,
        sentence.text(),
        sentence.alarming(),
        note(dump.damage()),
        top.stream().limit(most).map(this::dominator).toList(),
        suspects,
        executors.stream().limit(most).toList(),
        containers,
        shapes,
        futures.report(),
        coroutines.report(),
        threads,
        held,
        census.histogram(LOOKED_AT),
        waste.duplicates(most),
        waste.emptyCollections(most));
  }

  private enum Interest {
    POOL,
    FUTURE,
    COROUTINE,
    WASTE,
    NONE
  }

  private void eachObject(
      List<Integer> pools, FutureCount futures, CoroutineCount coroutines, Waste waste) {
    Interest[] interests = new Interest[dump.classes().size()];
    for (HeapClass type : dump.classes()) {
      interests[type.number()] = interest(type);
    }
    for (int node = 0; node < dump.nodes(); node++) {
      Interest interest = interests[dump.classOf(node).number()];
      if (interest == Interest.NONE || !dump.isReachable(node) || dump.asClass(node) != null) {
        continue;
      }
      switch (interest) {
        case POOL -> pools.add(node);
        case FUTURE -> futures.add(node);
        case COROUTINE -> coroutines.add(node);
        case WASTE -> waste.add(node);
        default -> {}
      }
    }
  }

  private static Interest interest(HeapClass type) {
    if (Executors.wants(type)) {
      return Interest.POOL;
    }
    if (FutureCount.wants(type)) {
      return Interest.FUTURE;
    }
    if (CoroutineCount.wants(type)) {
      return Interest.COROUTINE;
    }
    return Waste.wants(type) ? Interest.WASTE : Interest.NONE;
  }

  private Report.Totals totals() {
    return new Report.Totals(
        dump.totals().objects(),
        dump.totals().bytes(),
        dump.totals().unreachable(),
        dump.totals().unreachableBytes(),
        dump.classes().size(),
        dump.referenceSize(),
        dump.headerSize(),
        dump.millis());
  }

  private Report.Dominator dominator(int node) {
    return new Report.Dominator(
        dump.describe(node), dump.address(node), dump.shallow(node), dump.retained(node));
  }

  private static @Nullable String note(@Nullable Damage damage) {
    return damage == null
        ? null
        : "only the first "
            + Figures.number(damage.at())
            + " bytes could be read: "
            + damage.why()
            + "; what follows is what they hold";
  }
}
