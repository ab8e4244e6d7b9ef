package dev.snarl.delivery;

import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * How parcels are counted and weighed.
 *
 * @param items what is counted as lost with a parcel
 * @param bytes memory that it takes
 * @param most parcels that wait at most
 * @param mostBytes memory that those take at most; the one on its way comes on top
 */
public record Size<T>(ToIntFunction<T> items, ToLongFunction<T> bytes, int most, long mostBytes) {}
