/*
 * claim: a thread that completes replies ends, and another that completes them goes on, once after 16 s; a task of 30 ms leaves its future to somebody else
 * twin of: lost-wait
 * allow: async-blocking-pair warning
 * seconds: 40
 */
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignReceiverReplaced {
  static final int LATE = 200;
  static final ExecutorService pool = Executors.newFixedThreadPool(4);
  static final Map<Integer, CompletableFuture<String>> pending = new ConcurrentHashMap<>();
  static final Map<Integer, CompletableFuture<String>> left = new ConcurrentHashMap<>();
  static final BlockingQueue<Integer> frames = new LinkedBlockingQueue<>();

  interface Call { void with(int n) throws Exception; }

  public static void main(String[] args) throws Exception {
    start("receiver-a", n -> receive(n, LATE - 1));
    start("asks", BenignReceiverReplaced::ask);
    start("calls", BenignReceiverReplaced::call);
    Thread.sleep(32_000);
    left.values().forEach(each -> each.complete("late"));
    Thread.sleep(5_000);
    System.exit(0);
  }

  static void start(String name, Call call) {
    new Thread(() -> { try { for (int n = 0; ; n++) { call.with(n); } } catch (Exception e) { /* as a log that nobody reads */ } }, name).start();
  }

  static void receive(int n, int last) throws Exception {
    int frame = frames.take();
    Thread.sleep(frame == LATE + 20 ? 16_000 : 30);
    pending.remove(frame).complete("reply");
    if (n == last) {
      start("receiver-b", next -> receive(next, Integer.MAX_VALUE));
      throw new IllegalStateException("the connection is closed");
    }
  }

  static void answer(int n, CompletableFuture<String> answer) {
    try {
      Thread.sleep(30);
      if (n == LATE) { left.put(n, answer); } else { answer.complete("answer"); }
    } catch (InterruptedException e) { /* as a log that nobody reads */ }
  }

  static void ask(int n) throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    pool.execute(() -> answer(n, answer));
    answer.get();
  }

  static void call(int n) throws Exception {
    CompletableFuture<String> reply = new CompletableFuture<>();
    pending.put(n, reply);
    frames.put(n);
    reply.get();
  }
}
