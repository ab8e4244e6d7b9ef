package dev.snarl.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One command of the command line.
 *
 * @param description what it answers, for who chooses among the tools
 * @param command its words before the values
 * @param next what to look at after it
 * @param reads whether the JVM stays as it is
 */
record Tool(
    String name,
    String description,
    List<String> command,
    List<Parameter> parameters,
    String next,
    boolean reads) {
  private static final String NEVER = "never";
  private static final Parameter TARGET =
      Parameter.required(
          "target",
          "process id of a JVM in which the agent runs, or the agent's address such as"
              + " http://127.0.0.1:9718");

  /** Those that change nothing in any JVM. */
  static final List<Tool> READING =
      List.of(
          reading(
              "list",
              "The JVMs of this user, and in which of them the agent runs.",
              List.of("list"),
              List.of(),
              "doctor with the process id of a JVM in which the agent runs."),
          reading(
              "doctor",
              "Why is it slow? Every usual suspicion about a JVM: true, false or not seen, with the"
                  + " deciding number; the widest chains of waiting threads.",
              List.of("doctor", "--fail-on", NEVER),
              List.of(TARGET),
              "findings for the lines of code, chains for where the waiting goes."),
          reading(
              "findings",
              "What is wrong now, by rule and line of code: deadlocks, pools that starve, two"
                  + " threads held for one job, leaked connections, with evidence.",
              List.of("findings", "--fail-on", NEVER),
              List.of(TARGET),
              "explain with the rule of a finding for its meaning and remedy; chains for its cost."),
          reading(
              "chains",
              "Where the time of waiting threads goes: who waits for whom, across pools, locks and"
                  + " queues, to the end such as a socket or a process.",
              List.of("chains"),
              List.of(
                  TARGET,
                  new Parameter(
                      "last", "how far back", false, "--last", List.of("1m", "5m", "1h"))),
              "the line of the widest chain; size if it is in the queue of a pool."),
          reading(
              "waits",
              "One frame of the live view: open findings, pools with their queues and wait times,"
                  + " and the threads that wait now.",
              List.of("top"),
              List.of(TARGET),
              "chains for where these waits end."),
          reading(
              "size",
              "How many threads each pool needs, measured in the JVM.",
              List.of("size"),
              List.of(TARGET),
              "the resource that limits a pool, before more threads are given to it."),
          reading(
              "threads",
              "Who waits for whom, and how certain that is, from thread dumps of Java 8 to 25 or of"
                  + " a live JVM; needs no agent.",
              List.of("threads", "--fail-on", NEVER),
              List.of(Parameter.required("dump", "file of a thread dump, or a process id")),
              "heap and lost with a heap dump of the same moment, which hold more."),
          reading(
              "jfr",
              "Where the threads of a JVM waited during a flight recording, and what the rules find"
                  + " in it; needs no agent.",
              List.of("jfr", "--fail-on", NEVER),
              List.of(Parameter.required("file", "flight recording, .jfr")),
              "the line of the widest chain; its notes say what was not recorded."),
          reading(
              "heap",
              "What fills the heap of a dump, by field, pool and class; which of its threads wait"
                  + " for whom.",
              List.of("heap"),
              List.of(Parameter.required("file", "heap dump, .hprof")),
              "lost with the same file for threads that nobody can wake."),
          reading(
              "lost",
              "Which threads can never go on, since no thread that still runs can reach what they"
                  + " wait for; proved from a heap dump.",
              List.of("lost", "--fail-on", NEVER),
              List.of(Parameter.required("file", "heap dump, .hprof")),
              "the line of each group: who should have completed what is waited for there."),
          reading(
              "explain",
              "What the findings of a rule mean and what to do.",
              List.of("explain"),
              List.of(Parameter.required("rule", "such as async-blocking-pair")),
              "the line of the finding in the source."));

  private static final Parameter PID = Parameter.required("pid", "process id of a JVM");

  /** Those that need {@code --allow-attach}. */
  static final List<Tool> ATTACHING =
      List.of(
          new Tool(
              "attach",
              "Puts the agent into a running JVM.",
              List.of("attach"),
              List.of(PID),
              "doctor with the same process id, after ten seconds.",
              false),
          new Tool(
              "detach",
              "Takes the agent out of a running JVM again.",
              List.of("detach"),
              List.of(PID),
              "list, to see that it is gone.",
              false));

  private static Tool reading(
      String name,
      String description,
      List<String> command,
      List<Parameter> parameters,
      String next) {
    return new Tool(name, description, command, parameters, next, true);
  }

  /** Its JSON schema. */
  Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    parameters.forEach(each -> properties.put(each.name(), each.schema()));
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        parameters.stream().filter(Parameter::required).map(Parameter::name).toList(),
        "additionalProperties",
        false);
  }

  /**
   * The words of the command.
   *
   * @throws IllegalArgumentException with what is wrong: no value can be taken for an option
   */
  List<String> words(Map<String, Object> values) {
    List<String> words = new ArrayList<>(command);
    for (Parameter parameter : parameters) {
      Object value = values.get(parameter.name());
      String text = value == null ? "" : value.toString();
      if (text.startsWith("-") || (text.isBlank() && parameter.required())) {
        throw new IllegalArgumentException(
            parameter.name() + " takes " + parameter.description() + ", not '" + text + "'");
      }
      if (!text.isBlank()) {
        if (!parameter.option().isEmpty()) {
          words.add(parameter.option());
        }
        words.add(text);
      }
    }
    return words;
  }
}
