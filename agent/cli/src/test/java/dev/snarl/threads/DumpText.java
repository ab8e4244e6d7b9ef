package dev.snarl.threads;

import java.util.ArrayList;
import java.util.List;

/** Writes a dump as HotSpot of some version does: for tests, without a JVM of that version. */
final class DumpText {
  static final String FUTURE = "0x000000076b00";

  private final int version;
  private final List<String> threads = new ArrayList<>();
  private String after = "";
  private int second = 1;

  DumpText(int version) {
    this.version = version;
  }

  DumpText at(int second) {
    this.second = second;
    return this;
  }

  /** A thread with its frames, top first, and the lines about locks between them. */
  DumpText thread(int id, String name, String state, String... lines) {
    return thread(id, name, 100, 60, state, lines);
  }

  DumpText thread(
      int id, String name, double cpuMillis, double elapsed, String state, String... lines) {
    StringBuilder text = new StringBuilder();
    text.append('"').append(name).append('"');
    text.append(" #").append(id);
    if (version >= 19) {
      text.append(" [").append(4_000 + id).append(']');
    }
    text.append(" prio=5 os_prio=0");
    if (version >= 11) {
      text.append(" cpu=%.2fms elapsed=%.2fs".formatted(cpuMillis, elapsed));
    }
    text.append(" tid=0x00007f10000%05x nid=".formatted(id * 256));
    text.append(version >= 19 ? String.valueOf(4_000 + id) : "0x%x".formatted(4_000 + id));
    text.append(state.startsWith("RUNNABLE") ? " runnable " : " waiting on condition ");
    text.append("[0x00007f1234567000]\n   java.lang.Thread.State: ").append(state).append('\n');
    for (String line : lines) {
      text.append(line.startsWith("- ") ? "\t" : "\tat ").append(line).append('\n');
    }
    threads.add(text.append('\n').toString());
    return this;
  }

  /**
   * A thread of a pool that waits for a future task, with these frames of the application; for each
   * task it has used some CPU.
   */
  DumpText waiter(int id, String name, int future, String... frames) {
    List<String> lines = new ArrayList<>();
    lines.add(jdk("misc.Unsafe.park", "Native Method"));
    lines.add(
        "- parking to wait for  <%s%04x> (a java.util.concurrent.FutureTask)"
            .formatted(FUTURE, future));
    lines.add(jdk("java.util.concurrent.locks.LockSupport.park", "LockSupport.java:175"));
    lines.add(jdk("java.util.concurrent.FutureTask.awaitDone", "FutureTask.java:429"));
    lines.add(jdk("java.util.concurrent.FutureTask.get", "FutureTask.java:191"));
    lines.addAll(List.of(frames));
    lines.addAll(pool());
    String[] all = lines.toArray(new String[0]);
    return thread(id, name, 100 + future * 0.05, 60, "WAITING (parking)", all);
  }

  /** With which every stack of a pool's thread ends. */
  private List<String> pool() {
    return List.of(
        jdk("java.util.concurrent.ThreadPoolExecutor.runWorker", "ThreadPoolExecutor.java:1149"),
        jdk("java.util.concurrent.ThreadPoolExecutor$Worker.run", "ThreadPoolExecutor.java:624"),
        jdk("java.lang.Thread.run", "Thread.java:748"));
  }

  /** A thread of a pool that runs a future task, blocked in a read of a socket. */
  DumpText reader(int id, String name, String site) {
    return thread(
        id,
        name,
        "RUNNABLE",
        jdk("java.net.SocketInputStream.socketRead0", "Native Method"),
        jdk("java.net.SocketInputStream.read", "SocketInputStream.java:171"),
        site,
        jdk("java.util.concurrent.FutureTask.run", "FutureTask.java:266"),
        jdk("java.util.concurrent.ThreadPoolExecutor.runWorker", "ThreadPoolExecutor.java:1149"),
        jdk("java.util.concurrent.ThreadPoolExecutor$Worker.run", "ThreadPoolExecutor.java:624"),
        jdk("java.lang.Thread.run", "Thread.java:748"));
  }

  /** A thread of a pool without work. */
  DumpText idle(int id, String name) {
    return thread(
        id,
        name,
        "WAITING (parking)",
        jdk("misc.Unsafe.park", "Native Method"),
        "- parking to wait for  <0x000000076a000010> (a"
            + " java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)",
        jdk("java.util.concurrent.locks.LockSupport.park", "LockSupport.java:175"),
        jdk("java.util.concurrent.LinkedBlockingQueue.take", "LinkedBlockingQueue.java:442"),
        jdk("java.util.concurrent.ThreadPoolExecutor.getTask", "ThreadPoolExecutor.java:1074"),
        jdk("java.util.concurrent.ThreadPoolExecutor.runWorker", "ThreadPoolExecutor.java:1134"),
        jdk("java.util.concurrent.ThreadPoolExecutor$Worker.run", "ThreadPoolExecutor.java:624"),
        jdk("java.lang.Thread.run", "Thread.java:748"));
  }

  /** What follows the threads: the JVM's report of deadlocks. */
  DumpText after(String text) {
    after = text;
    return this;
  }

  /** A frame of the JDK: since Java 9 with its module. */
  String jdk(String method, String place) {
    String in = method.equals("misc.Unsafe.park") ? (version < 9 ? "sun." : "jdk.internal.") : "";
    return in + method + "(" + (version < 9 ? "" : "java.base@" + version + ".0.1/") + place + ")";
  }

  @Override
  public String toString() {
    String vm = version == 8 ? "Java HotSpot(TM)" : "OpenJDK";
    return "2026-11-21 03:00:%02d\nFull thread dump %s 64-Bit Server VM (%s mixed mode):\n\n"
            .formatted(second, vm, version == 8 ? "25.342-b07" : version + ".0.1+12")
        + String.join("", threads)
        + "\"VM Thread\" os_prio=0 tid=0x00007f1000001000 nid=0x12 runnable\n\n"
        + (version == 8
            ? "JNI global references: 312\n\n"
            : "JNI global refs: 312, weak refs: 0\n\n")
        + after;
  }
}
