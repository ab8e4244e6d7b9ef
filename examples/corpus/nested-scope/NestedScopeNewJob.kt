/*
 * claim: a new Job in the context of each launch cuts it off from its parent
 * expect: nested-scope warning at LAUNCH
 */
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() = runBlocking(Dispatchers.Default) {
  repeat(70) {
    launch(Job()) { // <LAUNCH>
      delay(50)
    }
    delay(110)
  }
}
