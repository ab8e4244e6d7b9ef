/*
 * claim: coroutines feed a scope that lives on faster than it gets done, for longer than half a minute
 * expect: nested-scope warning at LAUNCH
 * seconds: 44
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private val background = CoroutineScope(SupervisorJob() + Dispatchers.IO)

fun main() = runBlocking {
  repeat(440) {
    background.launch { // <LAUNCH>
      delay(300_000)
    }
    delay(100)
  }
  System.exit(0)
}
