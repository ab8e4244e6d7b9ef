@org.jspecify.annotations.NullMarked
package dev.snarl.observe.sites;
