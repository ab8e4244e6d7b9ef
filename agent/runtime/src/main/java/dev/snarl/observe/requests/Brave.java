package dev.snarl.observe.requests;

import dev.snarl.observe.live.Places;
import java.util.HexFormat;

/** Reads the trace id of Brave's current span; its name and tags lie elsewhere. */
final class Brave {
  static final String CONTEXT = "brave.propagation.TraceContext";

  private static final int RANK = 2;

  private Brave() {}

  static void read(Object context, Found found) {
    long high = Places.number(context, "traceIdHigh");
    String low = HexFormat.of().toHexDigits(Places.number(context, "traceId"));
    found.trace(RANK, high == 0 ? low : HexFormat.of().toHexDigits(high) + low);
  }
}
