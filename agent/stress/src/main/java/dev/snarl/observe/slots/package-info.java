@org.jspecify.annotations.NullMarked
package dev.snarl.observe.slots;
