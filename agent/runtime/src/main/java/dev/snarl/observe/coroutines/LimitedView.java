package dev.snarl.observe.coroutines;

import java.lang.ref.WeakReference;

/** A dispatcher that limits how many coroutines another one runs at a time. */
final class LimitedView extends WeakReference<Object> {
  final DispatcherShape shape;
  final String name;
  final DispatcherCrew crew;
  long waitedNanos;

  LimitedView(Object view, DispatcherShape shape, String name, DispatcherCrew crew) {
    super(view);
    this.shape = shape;
    this.name = name;
    this.crew = crew;
  }

  /** What waits now has waited for that time. */
  void credit(long elapsed) {
    Object view = get();
    if (view != null) {
      waitedNanos += elapsed * shape.queued(view);
    }
  }
}
