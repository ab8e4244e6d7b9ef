/** The wiring: settings, life cycle, self-test. */
@NullMarked
package dev.snarl.agent;

import org.jspecify.annotations.NullMarked;
