package dev.snarl.rules;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The only list of all rules. Docs, options, alerts and tests iterate over it. */
public final class Rules {
  /** Most severe first: if findings must be dropped, these stay. */
  public static final List<Rule> ALL =
      List.of(
          new PoolDeadlock(),
          new LockDeadlock(),
          new LostWait(),
          new PoolStarvation(),
          new HeapPressure(),
          new AsyncBlockingPair(),
          new BlockingInCoroutine(),
          new NestedScope(),
          new ConnectionPoolExhausted(),
          new PermitsExhausted(),
          new LockContention(),
          new ThreadPerTask(),
          new SubmitAndWait(),
          new PoolSaturated(),
          new LateTimer(),
          new StuckTask(),
          new OutputUnread(),
          new ThreadLeak(),
          new FdLimit(),
          new ThreadLimit(),
          new CpuThrottled(),
          new CarrierStarvation(),
          new VirtualThreadPinned(),
          new SerialBlocking(),
          new MetaspaceLimit(),
          new CodeCacheFull(),
          new TasksRejected(),
          new CommonPoolBlocking(),
          new ClientPerCall(),
          new ExecutorPerCall(),
          new AcceptOverflow(),
          new UnboundedQueue(),
          new BlockingIoPool(),
          new FanOutWait(),
          new JitWarmUp());

  private static final Map<String, Cost> COSTS =
      ALL.stream().collect(Collectors.toMap(Rule::id, rule -> rule.declaration().cost()));

  private Rules() {}

  /** The thresholds of every rule with their defaults, by the rule's id. */
  public static Map<String, Map<String, Double>> thresholds() {
    return ALL.stream().collect(Collectors.toMap(Rule::id, Rule::defaults));
  }

  /** Null for an unknown rule. */
  static @Nullable Cost cost(String rule) {
    return COSTS.get(rule);
  }
}
