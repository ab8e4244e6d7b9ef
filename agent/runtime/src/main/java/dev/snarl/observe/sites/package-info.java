/** Where on a stack the application does something, and what threads are seen to do there. */
@NullMarked
package dev.snarl.observe.sites;

import org.jspecify.annotations.NullMarked;
