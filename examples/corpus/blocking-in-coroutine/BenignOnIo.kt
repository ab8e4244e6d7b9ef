/*
 * claim: the same blocking calls on Dispatchers.IO, where they belong
 * twin of: blocking-in-coroutine
 * allow: submit-and-wait warning
 */
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

private fun price(): CompletableFuture<Int> =
  CompletableFuture<Int>().completeOnTimeout(1, 120, TimeUnit.MILLISECONDS)

fun main() = runBlocking {
  repeat(3) {
    launch(Dispatchers.Default) {
      repeat(20) {
        withContext(Dispatchers.IO) { Thread.sleep(200) }
        withContext(Dispatchers.IO) { price().get() }
        withContext(Dispatchers.IO) { runBlocking { delay(50) } }
      }
    }
  }
}
