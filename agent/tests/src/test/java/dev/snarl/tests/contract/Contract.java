package dev.snarl.tests.contract;

import java.util.LinkedHashMap;
import java.util.Map;

/** All checks that one JVM can make one after another, or those of the groups that are named. */
public final class Contract {
  private static final Map<String, Checks.Group> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("contexts", new Contexts());
    GROUPS.put("tasks", new Tasks());
    GROUPS.put("order", new Order());
    GROUPS.put("rejections", new Rejections());
    GROUPS.put("ends", new Ends());
    GROUPS.put("failures", new Failures());
    GROUPS.put("stages", new Stages());
    GROUPS.put("fork-joins", new ForkJoins());
    GROUPS.put("clocks", new Clocks());
    GROUPS.put("streams", new Streams());
    GROUPS.put("stacks", new Stacks());
    GROUPS.put("newer", new Newer());
    GROUPS.put("serials", new Serials());
    GROUPS.put("mirrors", new Mirrors());
  }

  private Contract() {}

  public static void main(String[] args) throws Exception {
    for (Map.Entry<String, Checks.Group> group : GROUPS.entrySet()) {
      if (args.length == 0 || java.util.List.of(args).contains(group.getKey())) {
        group.getValue().run(new Checks(group.getKey()));
      }
    }
    System.out.println("all checks made");
  }
}
