package dev.snarl.sizing;

/**
 * How long tasks waited in a queue, in seconds; NaN if none got a thread.
 *
 * @param mean of all that ran
 * @param p95Low of the quarter of the recorded time with the shortest waits
 * @param p95High of the quarter with the longest
 * @param refusedShare of the tasks that found the queue full
 * @param busyShare of the time all threads were busy
 */
public record Waits(
    double mean,
    double p50,
    double p95,
    double p99,
    double p95Low,
    double p95High,
    double refusedShare,
    double busyShare) {}
