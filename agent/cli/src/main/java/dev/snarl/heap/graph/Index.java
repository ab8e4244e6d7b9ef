package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.Damage;
import dev.snarl.heap.hprof.DumpFile;
import dev.snarl.heap.hprof.Input;
import dev.snarl.heap.hprof.Unreadable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that is known of a dump after both passes; created by {@link #of}. */
final class Index {
  final Survey survey;
  final Classes classes;
  final Graph graph;
  final Reach reach;
  final int[] dominator;
  final Predecessors predecessors;
  final Retained retained;
  final Layout layout;

  /** The peak size of the index, while dominators were computed. */
  final long peakBytes;

  final @Nullable Damage damage;

  private Index(
      Survey survey,
      Classes classes,
      Graph graph,
      Layout layout,
      @Nullable Damage damage,
      Progress progress) {
    this.survey = survey;
    this.classes = classes;
    this.graph = graph;
    this.layout = layout;
    this.damage = damage;
    this.reach = new Reach(graph);
    progress.done("following references", 0.7);
    this.predecessors = new Predecessors(graph, reach);
    progress.done("who refers to whom", 0.8);
    this.dominator = Dominators.of(reach, predecessors);
    this.peakBytes =
        graph.bytes()
            + reach.bytes()
            + predecessors.bytes()
            + Dominators.BYTES_PER_OBJECT * reach.count;
    progress.done("dominators", 0.95);
    this.retained = new Retained(graph, reach, dominator);
  }

  /**
   * Reads a dump.
   *
   * @throws Unreadable if it holds no object
   * @throws TooLarge if it holds more than can be numbered
   */
  static Index of(DumpFile file, Input random, Progress progress) throws IOException, Unreadable {
    double length = Math.max(1, file.length());
    Survey survey = new Survey(file.idSize(), p -> progress.done("first pass", 0.25 * p / length));
    DumpFile.Walk walk = file.walk(survey, Long.MAX_VALUE);
    if (survey.objectRecords == 0) {
      throw new Unreadable(
          walk.damage() == null
              ? "the dump holds no object"
              : "no object could be read: "
                  + walk.damage().why()
                  + " (at byte "
                  + walk.damage().at()
                  + ")");
    }
    Addresses addresses = new Addresses(ids(survey));
    progress.done("sorting", 0.3);
    Layout layout =
        Layout.of(
            file.idSize(), survey.referenceSize(), survey.compactHeaders(), addresses.alignment());
    Classes classes = new Classes(survey, layout, random);
    GraphBuilder builder =
        new GraphBuilder(
            survey,
            classes,
            layout,
            addresses,
            p -> progress.done("second pass", 0.3 + 0.3 * p / length));
    file.walk(builder, walk.end());
    return new Index(survey, classes, builder.finish(), layout, walk.damage(), progress);
  }

  private static long[] ids(Survey survey) {
    long count = survey.ids.size();
    if (count > Integer.MAX_VALUE - 16) {
      throw new TooLarge("more than 2,147,483,631 objects");
    }
    long[] ids = new long[(int) count];
    survey.ids.drainTo(ids, 0);
    return ids;
  }

  /** Objects at the top of the tree, the heaviest first, up to a limit. */
  List<Integer> top(int most) {
    List<Integer> numbers = new ArrayList<>();
    long least = 0;
    for (int w = Reach.ROOT + 1; w <= reach.count; w++) {
      if (dominator[w] == Reach.ROOT && retained.bytes[w] >= least) {
        numbers.add(w);
        if (numbers.size() > most * 64) {
          least = trim(numbers, most);
        }
      }
    }
    trim(numbers, most);
    return numbers;
  }

  private long trim(List<Integer> numbers, int most) {
    numbers.sort((a, b) -> Long.compare(retained.bytes[b], retained.bytes[a]));
    if (numbers.size() > most) {
      numbers.subList(most, numbers.size()).clear();
    }
    return numbers.isEmpty() ? 0 : retained.bytes[numbers.get(numbers.size() - 1)];
  }
}
