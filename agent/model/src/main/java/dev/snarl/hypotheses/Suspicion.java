package dev.snarl.hypotheses;

import java.util.List;
import java.util.function.Function;

/**
 * One usual suspicion.
 *
 * @param id stable name
 * @param claim its statement, as a sentence
 * @param look where to look when no line is known
 * @param doc the page with details
 * @param rules whose findings of severity warning or critical prove it
 * @param judge the verdict of the numbers
 */
record Suspicion(
    String id,
    String claim,
    String look,
    String doc,
    List<String> rules,
    Function<Facts, Opinion> judge) {}
