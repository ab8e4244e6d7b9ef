/** Streams the flight recorder's events to who wants them. */
@org.jspecify.annotations.NullMarked
package dev.snarl.jfr;
