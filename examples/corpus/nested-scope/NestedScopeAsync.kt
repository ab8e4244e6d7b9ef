/*
 * claim: each request's coroutine asks two services through scopes of its own, and waits for both
 * expect: nested-scope warning at FIRST
 * expect: nested-scope warning at SECOND
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private suspend fun request(): Int {
  val price = CoroutineScope(Dispatchers.Default).async { ask(1) } // <FIRST>
  val stock = CoroutineScope(Dispatchers.Default).async { ask(2) } // <SECOND>
  return price.await() + stock.await()
}

private suspend fun ask(answer: Int): Int {
  delay(20)
  return answer
}

fun main() = runBlocking {
  repeat(80) {
    launch { request() }
    delay(100)
  }
}
