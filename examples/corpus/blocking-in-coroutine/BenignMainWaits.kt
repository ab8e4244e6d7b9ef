/*
 * claim: main and a request thread wait in runBlocking for coroutines on Dispatchers.Default
 * twin of: blocking-in-coroutine
 */
import kotlin.concurrent.thread
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

fun main() {
  val request = thread {
    repeat(20) { runBlocking { withContext(Dispatchers.Default) { delay(300) } } }
  }
  runBlocking(Dispatchers.Default) {
    repeat(30) { delay(250) }
  }
  request.join()
}
