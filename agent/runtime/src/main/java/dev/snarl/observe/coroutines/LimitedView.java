package dev.snarl.observe.coroutines;

import java.lang.ref.WeakReference;

/** A dispatcher that limits how many coroutines another one runs at a time. */
final class LimitedView extends WeakReference<Object> {
  final DispatcherShape shape;
  final String name;
  final DispatcherCrew crew;

  LimitedView(Object view, DispatcherShape shape, String name, DispatcherCrew crew) {
    super(view);
    this.shape = shape;
    this.name = name;
    this.crew = crew;
  }
}
