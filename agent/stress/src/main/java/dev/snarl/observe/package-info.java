/** What must hold however two threads meet, each put to jcstress; run by scripts/jcstress. */
@org.jspecify.annotations.NullMarked
package dev.snarl.observe;
