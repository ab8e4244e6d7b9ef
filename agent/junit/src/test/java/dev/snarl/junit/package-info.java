@NullMarked
package dev.snarl.junit;

import org.jspecify.annotations.NullMarked;
