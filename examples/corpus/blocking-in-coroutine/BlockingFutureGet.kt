/*
 * claim: two coroutines on Dispatchers.Default wait for futures with get()
 * expect: blocking-in-coroutine warning at BLOCK
 * allow: submit-and-wait warning
 * flags: -Dkotlinx.coroutines.scheduler.core.pool.size=4
 */
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private fun price(): CompletableFuture<Int> =
  CompletableFuture<Int>().completeOnTimeout(1, 120, TimeUnit.MILLISECONDS)

fun main() = runBlocking {
  repeat(2) {
    launch(Dispatchers.Default) {
      repeat(45) {
        price().get() // <BLOCK>
        delay(30)
      }
    }
  }
}
