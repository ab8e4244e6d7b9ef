import java.io.File;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import shark.CloseableHeapGraph;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;
import shark.internal.ObjectDominators;

/** The dominator tree with retained sizes, with Shark. */
public final class Shark {
  private Shark() {}

  public static void main(String[] arguments) throws Exception {
    Set<HprofRecordTag> roots = EnumSet.noneOf(HprofRecordTag.class);
    for (HprofRecordTag tag : HprofRecordTag.values()) {
      if (tag.name().startsWith("ROOT_")) {
        roots.add(tag);
      }
    }
    try (CloseableHeapGraph graph =
        HprofHeapGraph.Companion.openHeapGraph(new File(arguments[0]), null, roots)) {
      System.out.println(new ObjectDominators().buildDominatorTree(graph, List.of()).size());
    }
  }
}
