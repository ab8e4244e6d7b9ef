/*
 * claim: tasks of 30 ms caught what they threw, and did not complete a future nor count down a latch; a thread that completed replies has ended
 * expect: lost-wait warning at FUTURE
 * expect: lost-wait warning at LATCH
 * expect: lost-wait warning at REPLY
 * allow: async-blocking-pair warning
 * seconds: 40
 */
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class LostWaitSwallowed {
  static final int BAD = 200;
  static final ExecutorService pool = Executors.newFixedThreadPool(4);
  static final Map<Integer, CompletableFuture<String>> pending = new ConcurrentHashMap<>();
  static final BlockingQueue<Integer> frames = new LinkedBlockingQueue<>();

  interface Call { void with(int n) throws Exception; }

  public static void main(String[] args) throws Exception {
    start("receiver", n -> receive());
    start("asks", LostWaitSwallowed::ask);
    start("loads", LostWaitSwallowed::load);
    start("calls", LostWaitSwallowed::call);
    Thread.sleep(37_000);
    System.exit(0);
  }

  static void start(String name, Call call) {
    new Thread(() -> { try { for (int n = 0; ; n++) { call.with(n); } } catch (Exception e) { /* as a log that nobody reads */ } }, name).start();
  }

  static String parse(int n) throws InterruptedException {
    Thread.sleep(30);
    if (n == BAD) { throw new IllegalStateException("malformed"); }
    return "answer " + n;
  }

  static void answer(int n, CompletableFuture<String> answer) {
    try { answer.complete(parse(n)); } catch (Exception e) { /* as a log that nobody reads */ }
  }

  static void part(int n, CountDownLatch parts) {
    try { parse(n); parts.countDown(); } catch (Exception e) { /* as a log that nobody reads */ }
  }

  static void ask(int n) throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    pool.execute(() -> answer(n, answer));
    answer.get(); // <FUTURE>
  }

  static void load(int n) throws Exception {
    CountDownLatch parts = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) { pool.execute(() -> part(n, parts)); }
    parts.await(); // <LATCH>
  }

  static void receive() throws Exception {
    int n = frames.take();
    String text = parse(n);
    pending.remove(n).complete(text);
  }

  static void call(int n) throws Exception {
    CompletableFuture<String> reply = new CompletableFuture<>();
    pending.put(n, reply);
    frames.put(n);
    reply.get(); // <REPLY>
  }
}
