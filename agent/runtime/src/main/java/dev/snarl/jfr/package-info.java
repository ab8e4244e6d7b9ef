/** Streams the flight recorder's events into tables by site. */
@org.jspecify.annotations.NullMarked
package dev.snarl.jfr;
