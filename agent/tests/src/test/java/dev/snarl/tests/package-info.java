/** Tests that fork real JVMs, on every JDK found here, with the packaged jar. */
@NullMarked
package dev.snarl.tests;

import org.jspecify.annotations.NullMarked;
