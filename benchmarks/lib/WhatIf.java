import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pools under load, one for each argument NAME=LOAD:THREADS:RATE after the first, until a line
 * comes. A load is the same sequence of tasks in each run, those of the first argument's seconds;
 * RATE divides its gaps. Tasks sleep, so the machine has little
 * to say. Prints for each pool how long its tasks waited.
 */
public class WhatIf {
  /** The next task: how long after the one before it, and how long it takes, in seconds. */
  interface Load {
    double[] next(Random random);
  }

  static double exponential(Random random, double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  static Load load(String name) {
    return switch (name) {
      case "random" -> random -> new double[] {exponential(random, 0.04), exponential(random, 0.3)};
      case "burst" -> // 10 to 30 at once, about every second
          new Load() {
            int left;

            @Override
            public double[] next(Random random) {
              if (left-- > 0) {
                return new double[] {0, 0.2};
              }
              left = 9 + random.nextInt(21);
              return new double[] {exponential(random, 0.9), 0.2};
            }
          };
      case "heavy" -> // lognormal: 1 of 20 takes more than four times the median
          random ->
              new double[] {exponential(random, 0.04), 0.18 * Math.exp(random.nextGaussian() * 0.9)};
      case "waves" -> // 8 a second, then 45 a second, each for some seconds
          new Load() {
            double left;
            boolean high;

            @Override
            public double[] next(Random random) {
              double gap = 0;
              while (true) {
                double step = exponential(random, high ? 1 / 45.0 : 1 / 8.0);
                if (step < left) {
                  left -= step;
                  return new double[] {gap + step, 0.1 + 0.2 * random.nextDouble()};
                }
                gap += left;
                high = !high;
                left = exponential(random, high ? 4 : 6);
              }
            }
          };
      default -> throw new IllegalArgumentException(name);
    };
  }

  static final class Pool implements Runnable {
    final String name;
    final Load load;
    final double seconds;
    final double rate;
    final Random random;
    final ThreadPoolExecutor executor;
    final double[] waits = new double[200_000];
    final AtomicInteger began = new AtomicInteger();
    final AtomicLong ran = new AtomicLong();
    volatile boolean over;

    Pool(String argument, double seconds) {
      this.seconds = seconds;
      String[] parts = argument.split("[=:]");
      name = parts[0];
      load = load(parts[1]);
      rate = Double.parseDouble(parts[3]);
      random = new Random(parts[1].hashCode());
      int threads = Integer.parseInt(parts[2]);
      AtomicInteger number = new AtomicInteger();
      executor =
          new ThreadPoolExecutor(
              threads,
              threads,
              1,
              TimeUnit.MINUTES,
              new LinkedBlockingQueue<>(),
              task -> new Thread(task, name + "-" + number.incrementAndGet()));
      executor.prestartAllCoreThreads();
    }

    @Override
    public void run() {
      long start = System.nanoTime();
      double due = 0;
      while (!over) {
        double[] next = load.next(random);
        due += next[0] / rate;
        if (due > seconds / rate) {
          break;
        }
        sleep(due - (System.nanoTime() - start) / 1e9);
        long submitted = System.nanoTime();
        executor.execute(
            () -> {
              int at = began.getAndIncrement();
              waits[at] = (System.nanoTime() - submitted) / 1e9;
              long from = System.nanoTime();
              sleep(next[1]);
              ran.addAndGet(System.nanoTime() - from);
            });
      }
    }

    static void sleep(double seconds) {
      try {
        TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    String line() {
      double[] seen = Arrays.copyOf(waits, began.get());
      Arrays.sort(seen);
      return "%s %d %.6f %.6f %.6f %.6f"
          .formatted(name, seen.length, at(seen, 0.5), at(seen, 0.95), at(seen, 0.99), ran.get() / 1e9 / seen.length);
    }

    static double at(double[] ascending, double part) {
      return ascending[(int) (ascending.length * part)];
    }
  }

  public static void main(String[] args) throws Exception {
    List<Pool> pools = new ArrayList<>();
    for (String argument : Arrays.asList(args).subList(1, args.length)) {
      Pool pool = new Pool(argument, Double.parseDouble(args[0]));
      pools.add(pool);
      Thread feeder = new Thread(pool, "feeder");
      feeder.setDaemon(true);
      feeder.start();
    }
    System.out.println("ready");
    System.in.read();
    pools.forEach(pool -> pool.over = true);
    for (Pool pool : pools) {
      pool.executor.shutdownNow();
      System.out.println(pool.line());
    }
    System.exit(0);
  }
}
