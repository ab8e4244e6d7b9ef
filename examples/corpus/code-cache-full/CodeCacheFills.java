/*
 * claim: the segment for profiled code has too little room for an ordinary program
 * flags: -XX:TieredStopAtLevel=4 -XX:+SegmentedCodeCache -XX:ReservedCodeCacheSize=64m -XX:NonNMethodCodeHeapSize=8m
 *   -XX:ProfiledCodeHeapSize=1m -XX:NonProfiledCodeHeapSize=55m -XX:-PrintWarnings
 * expect: code-cache-full warning at code cache
 */
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

public class CodeCacheFills {
  public static void main(String[] args) throws Exception {
    int found = 0;
    long end = System.nanoTime() + 7_000_000_000L;
    for (int i = 0; System.nanoTime() < end; i++) {
      found += Pattern.matches("(a|b)*[0-9]+x" + i % 7, "abba" + i) ? 1 : 0;
      found += String.format("%s %d %.2f", "x", i, i / 3.0).length();
      found += new BigDecimal(i).divide(BigDecimal.TEN, 30, RoundingMode.UP).toString().length();
      found += LocalDate.ofEpochDay(i % 9000).format(DateTimeFormatter.ISO_DATE).length();
      if (i % 8 == 0) {
        Thread.sleep(1);
      }
    }
    System.out.println(found);
  }
}
