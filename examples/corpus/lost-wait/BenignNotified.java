/*
 * claim: threads wait in futures of the application's own, whose tasks have ended, until somebody else sets them: from a map, from a list that they keep
 *   themselves, or later on a scheduler
 * twin of: lost-wait
 * allow: async-blocking-pair warning
 * seconds: 40
 */
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignNotified {
  static final int LATE = 100;
  static final ExecutorService pool = Executors.newFixedThreadPool(4);
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  static final Map<Integer, Reply> pending = new ConcurrentHashMap<>();

  static class Reply {
    static final List<Reply> all = new ArrayList<>();
    private String value;

    synchronized void set(String value) {
      this.value = value;
      notifyAll();
    }

    synchronized String get() throws InterruptedException {
      while (value == null) { wait(); }
      return value;
    }

    synchronized void listed() { all.add(this); }
  }

  interface Call { void with(int n) throws Exception; }

  public static void main(String[] args) throws Exception {
    start("maps", BenignNotified::mapped);
    start("lists", BenignNotified::listed);
    start("schedules", BenignNotified::scheduled);
    Thread.sleep(32_000);
    pending.values().forEach(each -> each.set("late"));
    List.copyOf(Reply.all).forEach(each -> each.set("late")); // who goes on adds more
    Thread.sleep(5_000);
    System.exit(0);
  }

  static void start(String name, Call call) {
    new Thread(() -> { try { for (int n = 0; ; n++) { call.with(n); } } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static void answer(int n, Reply reply) {
    try { Thread.sleep(30); } catch (InterruptedException e) { throw new IllegalStateException(e); }
    if (n != LATE) { reply.set("now"); }
  }

  static void mapped(int n) throws Exception {
    Reply reply = new Reply();
    pool.submit(() -> { pending.put(n, reply); answer(n, reply); });
    reply.get();
  }

  static void listed(int n) throws Exception {
    Reply reply = new Reply();
    pool.submit(() -> { reply.listed(); answer(n, reply); });
    reply.get();
  }

  static void scheduled(int n) throws Exception {
    Reply reply = new Reply();
    pool.submit(() -> answer(n, reply));
    if (n == LATE) { timer.schedule(() -> reply.set("later"), 20, TimeUnit.SECONDS); }
    reply.get();
  }
}
