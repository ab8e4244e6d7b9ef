/*
 * claim: a code cache with room for little more than the JVM itself fills with compiled code
 * flags: -XX:ReservedCodeCacheSize=3m -XX:InitialCodeCacheSize=3m -Xcomp
 * expect: code-cache-full warning at code cache
 */
import java.util.regex.Pattern;

public class CodeCacheFills {
  public static void main(String[] args) throws Exception {
    int found = 0;
    long end = System.nanoTime() + 6_000_000_000L;
    for (int i = 0; System.nanoTime() < end; i++) {
      found += Pattern.matches("(a|b)*[0-9]+x" + i % 7, "abba" + i) ? 1 : 0;
      found += String.format("%s %d %.2f", "x", i, i / 3.0).length();
      Thread.sleep(1);
    }
    System.out.println(found);
  }
}
