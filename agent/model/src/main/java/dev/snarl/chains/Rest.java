package dev.snarl.chains;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A rest of a chain, and which part of the chain's time goes there. */
record Rest(List<Link> frames, End end, double part) {

  /** One without a frame. */
  static List<Rest> only(End end) {
    return List.of(new Rest(List.of(), end, 1));
  }

  Rest divided(double by) {
    return new Rest(frames, end, part * by);
  }

  /** These with another end where they have the first. */
  static List<Rest> replaced(List<Rest> rests, End first, End other) {
    return rests.stream()
        .map(rest -> rest.end == first ? new Rest(rest.frames, other, rest.part) : rest)
        .toList();
  }

  Rest withoutFirst() {
    return new Rest(frames.subList(1, frames.size()), end, part);
  }

  Rest below(List<Link> above) {
    List<Link> all = new ArrayList<>(above);
    all.addAll(frames);
    return new Rest(all, end, part);
  }

  static List<Rest> below(Link above, List<Rest> rests) {
    return rests.stream().map(rest -> rest.below(List.of(above))).toList();
  }

  /** By the part of the whole that each is; empty if there is none. */
  static List<Rest> shares(List<Rest> rests) {
    double all = rests.stream().mapToDouble(Rest::part).sum();
    return merged(rests).stream().map(rest -> rest.divided(1 / all)).toList();
  }

  /** Equal ones put together. */
  private static List<Rest> merged(List<Rest> rests) {
    Map<List<Object>, Rest> sums = new LinkedHashMap<>();
    for (Rest rest : rests) {
      sums.merge(
          List.of(rest.frames, rest.end),
          rest,
          (a, b) -> new Rest(a.frames, a.end, a.part + b.part));
    }
    return List.copyOf(sums.values());
  }
}
