/*
 * claim: parallel streams that compute on the common pool
 * twin of: every rule
 */
import java.util.stream.LongStream;

public class ParallelStreams {
  public static void main(String[] args) throws Exception {
    long total = 0;
    for (int i = 0; i < 24; i++) {
      total += LongStream.range(0, 2_000_000).parallel().map(n -> n * n % 7).sum();
      Thread.sleep(500);
    }
    System.out.println(total);
  }
}
