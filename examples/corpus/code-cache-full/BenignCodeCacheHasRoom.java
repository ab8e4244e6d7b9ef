/*
 * claim: an ordinary program uses a small part of its code cache
 * flags: -XX:TieredStopAtLevel=4
 * twin of: code-cache-full
 */
public class BenignCodeCacheHasRoom {
  public static void main(String[] args) throws Exception {
    long sum = 0;
    for (int i = 0; i < 400; i++) {
      for (int n = 0; n < 20_000; n++) {
        sum += Integer.toString(n).hashCode();
      }
      Thread.sleep(10);
    }
    System.out.println(sum);
  }
}
