package dev.snarl.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** The version in the manifest of the agent's jar, read once. */
final class AgentVersion {
  static final String HERE = read();

  private AgentVersion() {}

  /** The agent's loader takes an absolute path for the root of its jar; others know none. */
  private static String read() {
    try (InputStream in =
        AgentVersion.class.getClassLoader().getResourceAsStream("/META-INF/MANIFEST.MF")) {
      String version =
          in == null
              ? null
              : new Manifest(in)
                  .getMainAttributes()
                  .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return version == null ? "unknown" : version;
    } catch (IOException e) {
      return "unknown";
    }
  }
}
