/**
 * Streams the flight recorder's events into tables by site, and reads the compiler's share of the
 * processor, which needs no flight recorder.
 */
@org.jspecify.annotations.NullMarked
package dev.snarl.jfr;
