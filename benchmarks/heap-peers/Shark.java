import java.io.File;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
      // Its way in prints the tree; what builds it is private.
      Method build =
          ObjectDominators.class.getDeclaredMethod(
              "buildDominatorTree", shark.HeapGraph.class, List.class);
      build.setAccessible(true);
      System.out.println(((Map<?, ?>) build.invoke(new ObjectDominators(), graph, List.of())).size());
    }
  }
}
