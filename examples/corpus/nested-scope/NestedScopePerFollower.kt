/*
 * claim: for each follower of a post, a running coroutine builds a scope of its own and launches into it
 * expect: nested-scope warning at LAUNCH
 * evidence: nested-scope parentSite at PARENT
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

private fun publish() {
  CoroutineScope(Dispatchers.IO).launch { // <PARENT>
    for (follower in 1..50) {
      CoroutineScope(Dispatchers.IO).launch { // <LAUNCH>
        delay(300)
      }
    }
  }
}

fun main() {
  repeat(8) {
    publish()
    Thread.sleep(1_000)
  }
}
