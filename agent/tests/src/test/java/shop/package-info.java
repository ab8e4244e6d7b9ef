/**
 * An application that is deployed again and again: not of this project's packages, which count as a
 * library.
 */
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
