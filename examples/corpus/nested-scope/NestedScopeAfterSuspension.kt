/*
 * claim: each request builds a scope, suspends to read who is to be told, and launches into that scope
 * expect: nested-scope warning at LAUNCH
 * evidence: nested-scope parentSite at PARENT
 * seconds: 42
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private suspend fun followers(): IntRange {
  delay(20)
  return 1..5
}

private suspend fun publish() {
  val sending = CoroutineScope(Dispatchers.IO)
  for (follower in followers()) {
    sending.launch { // <LAUNCH>
      delay(30)
    }
  }
}

fun main() = runBlocking(Dispatchers.Default) {
  repeat(160) {
    launch { publish() } // <PARENT>
    delay(250)
  }
}
