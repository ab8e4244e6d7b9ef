package dev.snarl.rules;

import java.util.List;

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

  private Rules() {}
}
