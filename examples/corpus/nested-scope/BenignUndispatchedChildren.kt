/*
 * claim: coroutines started undispatched or unconfined, and their children, all below one scope of the
 *   application
 * twin of: nested-scope
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private val application = CoroutineScope(SupervisorJob() + Dispatchers.Default)

@OptIn(ExperimentalCoroutinesApi::class)
fun main() {
  runBlocking {
    repeat(90) {
      application.launch(start = CoroutineStart.UNDISPATCHED) {
        repeat(5) { launch { delay(20) } }
        delay(10)
        repeat(5) { launch { delay(20) } }
      }
      application.launch(Dispatchers.Unconfined) {
        repeat(5) { launch { delay(20) } }
      }
      delay(90)
    }
  }
  application.cancel()
}
