package dev.snarl.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number above zero on the command line, of a reasonable size. */
record Positive(double value) {
  private static final double LARGEST = 1e12;

  /** Reads one. */
  static final class Reader implements ITypeConverter<Positive> {
    @Override
    public Positive convert(String given) {
      if (given.matches("[0-9]{1,13}(\\.[0-9]{1,9})?")) {
        double number = Double.parseDouble(given);
        if (number > 0 && number <= LARGEST) {
          return new Positive(number);
        }
      }
      throw new TypeConversionException("'" + given + "' is no number above zero");
    }
  }

  /** Reads a whole one of at most a billion. */
  static final class Whole implements ITypeConverter<Positive> {
    @Override
    public Positive convert(String given) {
      if (given.matches("[0-9]{1,10}")) {
        long number = Long.parseLong(given);
        if (number > 0 && number <= 1_000_000_000) {
          return new Positive(number);
        }
      }
      throw new TypeConversionException(
          "'" + given + "' is no whole number from 1 to 1,000,000,000");
    }
  }

  int whole() {
    return (int) value;
  }
}
