/*
 * claim: a millisecond of sleep on Dispatchers.Default, ten times a second
 * twin of: blocking-in-coroutine
 */
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() = runBlocking {
  launch(Dispatchers.Default) {
    repeat(90) {
      Thread.sleep(1)
      delay(100)
    }
  }.join()
}
