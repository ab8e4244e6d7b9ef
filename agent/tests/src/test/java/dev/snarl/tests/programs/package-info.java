/** The programs that the forked JVMs run. They see the JDK and themselves, nothing else. */
@NullMarked
package dev.snarl.tests.programs;

import org.jspecify.annotations.NullMarked;
