import java.io.File;
import java.util.List;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;

/** The largest objects by retained size, with the NetBeans profiler library. */
public final class NetBeans {
  private NetBeans() {}

  public static void main(String[] arguments) throws Exception {
    Heap heap = HeapFactory.createHeap(new File(arguments[0]));
    List<Instance> biggest = heap.getBiggestObjectsByRetainedSize(5);
    for (Instance one : biggest) {
      System.out.println(one.getJavaClass().getName() + " " + one.getRetainedSize());
    }
  }
}
