package dev.snarl.tests.corpus;

import dev.snarl.tests.Usage;

/**
 * {@code scripts/corpus}. Exit status: 0 if every program was judged right, 1 if not, 2 for a bad
 * option.
 */
final class Main {
  private Main() {}

  public static void main(String[] words) throws InterruptedException {
    Options options;
    try {
      options = Options.parse(words);
    } catch (IllegalArgumentException e) {
      Usage.end(Options.USAGE + "\n\n" + e.getMessage(), words);
      return;
    }
    if (options.labels()) {
      System.out.print(LabelFile.of(Corpus.programs()));
      return;
    }
    System.exit(Corpus.run(options, System.out).print(System.out) ? 0 : 1);
  }
}
