package dev.snarl.tests.programs;

import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Objects;

/** Prints the bytes of a class file as this JVM has it. */
public final class ClassFile {
  private ClassFile() {}

  public static void main(String[] args) throws IOException {
    try (InputStream in = Objects.requireNonNull(ClassLoader.getSystemResourceAsStream(args[0]))) {
      System.out.println(Base64.getEncoder().encodeToString(in.readAllBytes()));
    }
  }
}
