/**
 * Runs the labelled programs of {@code examples/corpus} under the agent and scores its findings.
 */
@org.jspecify.annotations.NullMarked
package dev.snarl.tests.corpus;
