package dev.snarl.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a tool takes.
 *
 * @param option the command's option that takes the value; empty if the value stands for itself
 * @param values all that is accepted; empty for any
 */
record Parameter(
    String name, String description, boolean required, String option, List<String> values) {

  static Parameter required(String name, String description) {
    return new Parameter(name, description, true, "", List.of());
  }

  /** As in a JSON schema. */
  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "string");
    schema.put("description", description);
    if (!values.isEmpty()) {
      schema.put("enum", values);
    }
    return schema;
  }
}
