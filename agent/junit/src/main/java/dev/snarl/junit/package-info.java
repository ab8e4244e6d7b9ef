/**
 * Fails the test in whose time a finding opened. Lives in the class path of the tests; the agent,
 * which it attaches to the JVM of the tests, hands its findings over in a file.
 */
@NullMarked
package dev.snarl.junit;

import org.jspecify.annotations.NullMarked;
