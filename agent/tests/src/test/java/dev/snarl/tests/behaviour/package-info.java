/** {@code scripts/behaviour}: what an application observes is the same with Snarl as without it. */
@org.jspecify.annotations.NullMarked
package dev.snarl.tests.behaviour;
