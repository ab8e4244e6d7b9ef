/** {@code scripts/fuzz http}: abuses the agent's HTTP while the application beside it works. */
@org.jspecify.annotations.NullMarked
package dev.snarl.tests.fuzz;
