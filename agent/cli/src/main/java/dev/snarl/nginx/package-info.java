/** What nginx's own files say about its limits. Files from outside: everything is bounded. */
@NullMarked
package dev.snarl.nginx;

import org.jspecify.annotations.NullMarked;
