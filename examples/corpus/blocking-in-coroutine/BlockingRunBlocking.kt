/*
 * claim: runBlocking inside a coroutine on Dispatchers.Default holds one of its four threads
 * expect: blocking-in-coroutine warning at BLOCK
 * flags: -Dkotlinx.coroutines.scheduler.core.pool.size=4
 */
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private suspend fun price(): Int {
  delay(150)
  return 1
}

fun main() = runBlocking {
  launch(Dispatchers.Default) {
    repeat(40) {
      runBlocking { price() } // <BLOCK>
      delay(50)
    }
  }.join()
}
