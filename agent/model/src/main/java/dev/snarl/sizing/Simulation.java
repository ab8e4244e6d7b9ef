package dev.snarl.sizing;

import dev.snarl.snapshot.Trace;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One pool of a fixed size with a recorded load: G/G/c, first come, first served. Tasks arrive as
 * they did and run as long as they did; one whose run is not known runs as long as any other. The
 * same input gives the same result. About 0.2 µs a task.
 *
 * @param threads its size
 * @param capacity of its queue; a task that finds it full is refused
 * @param rate times the recorded arrivals
 * @param cpuShare of the run time that needs a processor
 * @param processors that there are: once busy threads need more, each becomes slower
 */
record Simulation(int threads, int capacity, double rate, double cpuShare, int processors) {
  private static final int SEED = 20_260_101;

  /** Played before anything counts: the queue is empty at first, as it seldom is. */
  private static final double WARM_UP = 0.25;

  /** Parts of the recorded time whose tails are compared. */
  private static final int PARTS = 4;

  /** Plays the trace once. */
  Waits play(Trace trace) {
    return new Play(trace).result();
  }

  /**
   * The share of tasks done at once that this many busy threads get done: 1 with enough processors.
   */
  private double speed(int busy) {
    double needed = busy * cpuShare;
    return needed <= processors ? 1 : processors / needed;
  }

  private static double quantile(double[] ascending, double part) {
    int n = ascending.length;
    return n == 0 ? Double.NaN : ascending[(int) Math.min(n - 1, Math.ceil(part * n) - 1)];
  }

  /** The run itself, in seconds. {@code work} is what a running task has got done so far. */
  private final class Play {
    private final Trace trace;
    private final int counted;
    private final int before;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Ends ends;
    private final int[] queue;
    private final double[] waits;
    private final int[] parts;
    private final double period;
    private int head;
    private int tail;
    private double now;
    private double work;
    private double allBusy;
    private int began;
    private int refused;

    Play(Trace trace) {
      this.trace = trace;
      counted = trace.tasks();
      before = (int) (WARM_UP * trace.tasks());
      period = trace.seconds() + 1 / trace.perSecond();
      ends = new Ends(Math.min(threads, before + counted) + 1);
      queue = new int[before + counted];
      waits = new double[counted];
      parts = new int[counted];
    }

    Waits result() {
      now = at(-before);
      for (int i = -before; i < 0; i++) {
        arrives(i);
      }
      until(at(0));
      double first = now;
      allBusy = 0;
      for (int i = 0; i < counted; i++) {
        arrives(i);
      }
      double busyShare = now > first ? allBusy / (now - first) : 0;
      until(Double.POSITIVE_INFINITY);
      double[] all = Arrays.copyOf(waits, began);
      Arrays.sort(all);
      double[] tails = IntStream.range(0, PARTS).mapToDouble(this::tailOf).sorted().toArray();
      return new Waits(
          Arrays.stream(all).average().orElse(Double.NaN),
          quantile(all, 0.5),
          quantile(all, PoolSizing.PART),
          quantile(all, 0.99),
          tails[0],
          tails[PARTS - 1],
          (double) refused / counted,
          Math.min(1, busyShare));
    }

    /** When a task arrives, those of the warm-up with numbers below 0. */
    private double at(int task) {
      int repeat = Math.floorDiv(task, counted);
      return (trace.arrival(task - repeat * counted) + repeat * period) / rate;
    }

    private void arrives(int task) {
      until(at(task));
      if (ends.size() < threads) {
        begins(task, now);
      } else if (tail - head < capacity) {
        queue[tail++] = task;
      } else if (task >= 0) {
        refused++;
      }
    }

    private void begins(int task, double arrival) {
      double run = trace.run(Math.floorMod(task, counted));
      // Of one that has not ended, or was refused, it is unknown: that of any other.
      ends.add(work + (Double.isNaN(run) ? trace.ran().quantile(random.nextDouble()) : run));
      if (task >= 0) {
        parts[began] = (int) ((long) task * PARTS / counted);
        waits[began++] = now - arrival;
      }
    }

    /** Lets the threads work up to that time; all that is left, if it is infinite. */
    private void until(double time) {
      while (ends.size() > 0) {
        double speed = speed(ends.size());
        double end = now + (ends.first() - work) / speed;
        double next = Math.min(time, end);
        allBusy += ends.size() == threads ? next - now : 0;
        if (time < end) {
          work += (time - now) * speed;
          break;
        }
        work = ends.removeFirst();
        now = end;
        if (head < tail) {
          int first = queue[head++];
          begins(first, at(first));
        }
      }
      now = time;
    }

    private double tailOf(int part) {
      double[] some =
          IntStream.range(0, began)
              .filter(i -> parts[i] == part)
              .mapToDouble(i -> waits[i])
              .toArray();
      Arrays.sort(some);
      return quantile(some, PoolSizing.PART);
    }
  }
}
