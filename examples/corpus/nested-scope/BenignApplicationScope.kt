/*
 * claim: a scope of the application, used from coroutines, with a steady number alive
 * twin of: nested-scope
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private val application = CoroutineScope(SupervisorJob() + Dispatchers.Default)

fun main() {
  runBlocking {
    repeat(120) {
      repeat(20) { application.launch { delay(500) } }
      delay(80)
    }
  }
  application.cancel()
}
