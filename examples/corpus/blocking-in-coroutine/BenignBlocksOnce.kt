/*
 * claim: a coroutine on Dispatchers.Default sleeps once, for a second and a half, while it starts
 * twin of: blocking-in-coroutine
 * flags: -Dkotlinx.coroutines.scheduler.core.pool.size=4
 */
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() = runBlocking {
  launch(Dispatchers.Default) {
    delay(1_000)
    Thread.sleep(1_500)
    delay(8_000)
  }.join()
}
