package dev.snarl.observe;

/**
 * An interned call site: the frame that the application's engineer should open. Two equal sites are
 * one object. Never holds a class.
 */
final class Site {

  /** Where a stack has no frame that could be named, or the table of sites is full. */
  static final Site OTHER = new Site("other", "");

  final String text;

  /** The JDK's or library's method that the site called, such as {@code CompletableFuture.get}. */
  final String call;

  Site(String text, String call) {
    this.text = text;
    this.call = call;
  }
}
