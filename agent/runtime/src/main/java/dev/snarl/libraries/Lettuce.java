package dev.snarl.libraries;

/** Lettuce, by what its clients share. */
final class Lettuce {

  static final String TEXT =
      """
      library lettuce Lettuce
      jar lettuce-core 5.3 7.7
      frames io.lettuce.
      peer io.lettuce.core.protocol.AsyncCommand
      socket io.lettuce.core.
      client io/lettuce/core/resource/DefaultClientResources <init> (Lio/lettuce/core/resource/DefaultClientResources$Builder;
      """;

  private Lettuce() {}
}
