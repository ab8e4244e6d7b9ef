/*
 * claim: children of the running coroutine, on whichever dispatcher, by whichever builder
 * twin of: nested-scope
 */
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.withContext

private suspend fun publish() = coroutineScope {
  repeat(20) { launch(Dispatchers.IO) { delay(30) } }
  supervisorScope {
    repeat(20) { launch { delay(30) } }
  }
  withContext(Dispatchers.Default) {
    delay(1)
    repeat(20) { launch { delay(30) } }
    List(5) { async(Dispatchers.IO) { delay(30) } }.forEach { it.await() }
  }
}

fun main() = runBlocking {
  repeat(60) {
    launch { publish() }
    delay(130)
  }
}
