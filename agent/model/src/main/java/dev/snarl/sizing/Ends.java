package dev.snarl.sizing;

/** When running tasks will end, the first of them first: a binary heap without boxes. */
final class Ends {
  private final double[] heap;
  private int size;

  Ends(int most) {
    heap = new double[most];
  }

  int size() {
    return size;
  }

  double first() {
    return heap[0];
  }

  void add(double end) {
    int at = size++;
    while (at > 0 && heap[(at - 1) / 2] > end) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = end;
  }

  double removeFirst() {
    double first = heap[0];
    double last = heap[--size];
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= last) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
