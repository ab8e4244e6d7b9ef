package dev.snarl.cli;

/** The exit codes of the contract. */
final class ExitCode {
  static final int FINE = 0;
  static final int FINDINGS = 1;
  static final int USAGE = 2;
  static final int UNREACHABLE = 3;

  private ExitCode() {}
}
