package dev.snarl.cli;

/** Ends a command with one line and an exit code. */
final class Failure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int code;

  private Failure(int code, String message) {
    super(message);
    this.code = code;
  }

  /** A bad argument: what is wrong and what is accepted. */
  static Failure usage(String message) {
    return new Failure(ExitCode.USAGE, message);
  }

  /** A target that does not answer, or input that cannot be read. */
  static Failure unreachable(String message) {
    return new Failure(ExitCode.UNREACHABLE, message);
  }

  int code() {
    return code;
  }
}
