/** Why is it slow: each usual suspicion with its verdict and the number that decides it. */
@NullMarked
package dev.snarl.hypotheses;

import org.jspecify.annotations.NullMarked;
