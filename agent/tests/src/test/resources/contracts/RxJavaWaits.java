import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;

class RxJavaWaits {
  public static void main(String[] args) throws Exception {
    Waits.check("single", source -> Single.fromCompletionStage(source).blockingGet());
    Waits.check("maybe", source -> Maybe.fromCompletionStage(source).blockingGet());
    Waits.check("observable", source -> Observable.fromCompletionStage(source).blockingFirst());
    Waits.check("flowable", source -> Flowable.fromCompletionStage(source).blockingLast());
    Waits.check(
        "completable",
        source -> {
          Completable.fromCompletionStage(source).blockingAwait();
          return "end";
        });
  }
}
