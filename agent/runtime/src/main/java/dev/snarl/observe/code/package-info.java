/**
 * What class files and fields tell of a task: what it calls, what it holds, what it has yet to do.
 */
@NullMarked
package dev.snarl.observe.code;

import org.jspecify.annotations.NullMarked;
