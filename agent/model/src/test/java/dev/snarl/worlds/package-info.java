/** Small invented JVMs that wait for themselves, and what is true of each by definition. */
@org.jspecify.annotations.NullMarked
package dev.snarl.worlds;
