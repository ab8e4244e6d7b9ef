/** nginx's limits from its own files. The files are foreign, so everything is bounded. */
@NullMarked
package dev.snarl.nginx;

import org.jspecify.annotations.NullMarked;
