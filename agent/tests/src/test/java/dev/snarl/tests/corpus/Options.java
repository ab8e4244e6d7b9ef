package dev.snarl.tests.corpus;

import dev.snarl.tests.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What to run; see {@link #USAGE}. */
record Options(
    List<Integer> jdks,
    List<String> only,
    boolean spread,
    boolean light,
    int jobs,
    @Nullable Path agent,
    @Nullable Path scored,
    boolean labels) {
  static final String USAGE =
      """
      usage: scripts/corpus [--jdk 17|21|25|all]… [--only NAME]… [--spread] [--light] [--jobs N] [--agent JAR] [--bare] [--score DIR]
             scripts/corpus --labels

      Runs the labelled programs of examples/corpus under the agent; prints precision and recall.

        --jdk     only on this JDK; may be repeated (default all)
        --only    programs or folders whose name contains this; may be repeated
        --spread  of each folder at most six programs with a fault and six without, each on one JDK and one version of
                  its library, always the same; on all JDKs only where its labels differ by JDK; without the programs
                  that are labelled "full"
        --light   with the first compiler alone (-XX:TieredStopAtLevel=1), where a program's flags do not say otherwise
        --jobs    programs that run at the same time, more than 8 only while processors are free (default 8)
        --agent   the jar (default agent/target/snarl.jar)
        --bare    run without an agent: do the programs themselves run clean?
        --score   run nothing; score DIR/<jdk>/<Program>.jsonl
        --labels  run nothing; print the labels of all programs as JSON, which is examples/corpus/labels.json\
      """;
  static final List<Integer> TESTED = List.of(17, 21, 25);

  static Options parse(String... words) {
    List<Integer> jdks = new ArrayList<>();
    List<String> only = new ArrayList<>();
    boolean spread = false;
    boolean light = false;
    int jobs = 8;
    Path agent = ForkedJvm.JAR;
    Path scored = null;
    boolean labels = false;
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      String value = i + 1 < words.length ? words[i + 1] : "";
      switch (word) {
        case "--spread" -> spread = true;
        case "--light" -> light = true;
        case "--bare" -> agent = null;
        case "--labels" -> labels = true;
        case "--jdk", "--only", "--jobs", "--agent", "--score" -> {
          if (value.isEmpty()) {
            throw new IllegalArgumentException(word + " takes a value");
          }
          i++;
        }
        default -> throw new IllegalArgumentException("unknown option: " + word);
      }
      switch (word) {
        case "--jdk" -> jdks.addAll(value.equals("all") ? TESTED : List.of(Integer.valueOf(value)));
        case "--only" -> only.add(value.toLowerCase(Locale.ROOT));
        case "--jobs" -> jobs = Integer.parseInt(value);
        case "--agent" -> agent = Path.of(value).toAbsolutePath();
        case "--score" -> scored = Path.of(value);
        default -> {}
      }
    }
    if (agent != null && scored == null && !labels && !Files.exists(agent)) {
      throw new IllegalArgumentException(
          agent + " is missing: run mvn package, or give --agent or --bare");
    }
    return new Options(
        jdks.isEmpty() ? TESTED : jdks, only, spread, light, jobs, agent, scored, labels);
  }

  boolean wants(Program program) {
    String name = program.id().toLowerCase(Locale.ROOT);
    return !(spread && program.full())
        && (only.isEmpty() || only.stream().anyMatch(name::contains));
  }
}
