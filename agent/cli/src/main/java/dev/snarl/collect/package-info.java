/** What a collection of facts about a JVM is made of: kernel files, its options, one archive. */
@NullMarked
package dev.snarl.collect;

import org.jspecify.annotations.NullMarked;
