/*
 * claim: Both workers wait, with a time-out, for a batch that a plain thread runs 1.5 s later; the task queued behind them
 *    holds the batch as a Runnable, but only to cancel it when it is late. Nobody waits for what is queued.
 * twin of: pool-starvation
 * allow: jit-warm-up info
 * seconds: 17
 */
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class BenignHeldRunnable {
    static final AtomicInteger seen = new AtomicInteger();
    static final AtomicInteger late = new AtomicInteger();
    static final BlockingQueue<FutureTask<Integer>> batches = new LinkedBlockingQueue<>();

    static final class Janitor implements Runnable {
        private final Runnable batch;
        Janitor(Runnable batch) { this.batch = batch; }
        @Override public void run() {
            if (batch instanceof Future<?> f && !f.isDone()) {
                late.incrementAndGet();
                f.cancel(true);
            }
        }
    }

    static void reader(FutureTask<Integer> batch) {
        try {
            seen.addAndGet(batch.get(5, TimeUnit.SECONDS));
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            late.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void runBatches() {
        try {
            while (true) {
                FutureTask<Integer> batch = batches.take();
                Thread.sleep(1500);                 // collects what else belongs to it
                batch.run();
            }
        } catch (InterruptedException e) {
            // the end
        }
    }

    static int total(int n) {
        int sum = 0;
        for (int i = 0; i < 50_000; i++) sum += (i * 31 + n) % 7;
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Thread runner = new Thread(BenignHeldRunnable::runBatches, "batch-runner");
        runner.start();
        ExecutorService workers = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 6; i++) {
            int n = i;
            FutureTask<Integer> batch = new FutureTask<>(() -> total(n));
            workers.execute(() -> reader(batch));
            workers.execute(() -> reader(batch));
            workers.execute(new Janitor(batch));
            batches.add(batch);
            Thread.sleep(2700);
        }
        workers.shutdown();
        workers.awaitTermination(10, TimeUnit.SECONDS);
        runner.interrupt();
        runner.join();
        System.out.println("sum " + seen + ", late " + late);
    }
}
