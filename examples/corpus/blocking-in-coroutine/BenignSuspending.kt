/*
 * claim: coroutines on Dispatchers.Default that wait by suspending, and work in between
 * twin of: blocking-in-coroutine
 */
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlin.coroutines.resume
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.suspendCancellableCoroutine

private suspend fun price(): Int = suspendCancellableCoroutine { waiting ->
  CompletableFuture<Int>().completeOnTimeout(1, 120, TimeUnit.MILLISECONDS)
    .thenAccept { waiting.resume(it) }
}

fun main() = runBlocking {
  repeat(6) {
    launch(Dispatchers.Default) {
      var sum = 0
      repeat(40) {
        sum += price()
        for (i in 0..200_000) sum = sum * 31 + i
        delay(60)
      }
    }
  }
}
