/** Who can still end a wait whose other end stands in no field: what is only likely. */
@NullMarked
package dev.snarl.observe.ends;

import org.jspecify.annotations.NullMarked;
