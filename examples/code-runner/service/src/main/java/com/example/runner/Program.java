package com.example.runner;

import java.util.List;

/**
 * The programs that a client may choose. They are few and fixed, so that nobody who reaches the
 * port runs anything else. Each spends most of its time asleep, as a program that waits for a
 * compiler does, and prints a line or two.
 */
public enum Program {
  HELLO("sleep 0.2; echo 'Hello, world'"),
  SORT("printf '%s\\n' cherry apple banana | sort; sleep 0.25"),
  SUM("sleep 0.3; i=0; s=0; while [ $i -lt 200 ]; do i=$((i+1)); s=$((s+i)); done; echo $s"),
  FAIL("sleep 0.2; echo 'main.sh: 1: syntax error' >&2; exit 2");

  private final String source;

  Program(String source) {
    this.source = source;
  }

  List<String> command() {
    return List.of("/bin/sh", "-c", source);
  }
}
