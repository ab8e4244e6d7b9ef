import java.io.File;
import java.util.List;
import shark.AndroidReferenceMatchers;
import shark.HeapGraph;
import shark.HprofHeapGraph;
import shark.ObjectDominators;

/** The dominator tree with retained sizes, with Shark. */
public final class Shark {
  private Shark() {}

  public static void main(String[] arguments) throws Exception {
    try (shark.CloseableHeapGraph graph =
        HprofHeapGraph.Companion.openHeapGraph(
            new File(arguments[0]), null, HprofHeapGraph.Companion.getAllAvailableGcRoots())) {
      System.out.println(new ObjectDominators().buildDominatorTree(graph, java.util.Collections.emptySet()).size());
    }
  }
}
