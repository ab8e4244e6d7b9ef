package dev.snarl.observe.sites;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads count in a table that has room for one site: its total is what they counted. */
@JCStressTest
@State
@Outcome(id = "3, [23]", expect = ACCEPTABLE, desc = "Three events, in at most one cell too many.")
@Outcome(expect = FORBIDDEN, desc = "An event is lost, or the table grows.")
public class CellsLoseNoCount {
  private final Table<String, AtomicInteger> table =
      new Table<>(1, "other", key -> new AtomicInteger());

  @Actor
  public void first() {
    table.cell("same").incrementAndGet();
    table.cell("mine").incrementAndGet();
  }

  @Actor
  public void second() {
    table.cell("same").incrementAndGet();
  }

  @Arbiter
  public void total(II_Result result) {
    for (AtomicInteger cell : table.all()) {
      result.r1 += cell.get();
      result.r2++;
    }
  }
}
