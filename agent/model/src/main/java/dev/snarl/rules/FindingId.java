package dev.snarl.rules;

import java.util.HexFormat;

/** The stable id of a finding: 64 bits of FNV-1a over rule and key, mixed, in hex. */
public final class FindingId {
  private FindingId() {}

  /** The id of a rule's finding under a key. */
  public static String of(String rule, String key) {
    long hash = 0xcbf29ce484222325L;
    String text = rule + '\n' + key;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return HexFormat.of().toHexDigits(hash ^ (hash >>> 33));
  }
}
