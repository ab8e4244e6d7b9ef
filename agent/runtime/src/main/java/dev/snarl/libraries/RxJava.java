package dev.snarl.libraries;

/** RxJava 3: {@code blockingGet}, {@code blockingAwait}, {@code blockingFirst} and their kin. */
final class RxJava {

  static final String TEXT =
      """
      library rxjava RxJava
      jar rxjava 3.0 3.1
      kind rxjava-blocking io.reactivex.
      frames io.reactivex.
      wait io/reactivex/rxjava3/internal/observers/BlockingMultiObserver blockingGet with io/reactivex/rxjava3/internal/observers/BlockingMultiObserver.await
      wait io/reactivex/rxjava3/internal/observers/BlockingMultiObserver blockingAwait with io/reactivex/rxjava3/internal/observers/BlockingMultiObserver.await
      wait io/reactivex/rxjava3/internal/observers/BlockingMultiObserver blockingConsume with io/reactivex/rxjava3/internal/observers/BlockingMultiObserver.await
      wait io/reactivex/rxjava3/internal/observers/BlockingBaseObserver blockingGet () with io/reactivex/rxjava3/internal/observers/BlockingBaseObserver.await
      wait io/reactivex/rxjava3/internal/observers/BlockingDisposableMultiObserver blockingConsume with io/reactivex/rxjava3/internal/observers/BlockingDisposableMultiObserver.await
      wait io/reactivex/rxjava3/internal/subscribers/BlockingBaseSubscriber blockingGet () with io/reactivex/rxjava3/internal/subscribers/BlockingBaseSubscriber.await
      """;

  private RxJava() {}
}
