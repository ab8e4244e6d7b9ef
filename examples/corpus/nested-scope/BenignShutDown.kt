/*
 * claim: a coroutine that outlives its scope goes on launching into it after it was cancelled
 * twin of: nested-scope
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext

fun main() {
  val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)
  scope.launch {
    withContext(NonCancellable) {
      repeat(80) {
        scope.launch { delay(50) }
        delay(90)
      }
    }
  }
  Thread.sleep(500)
  scope.cancel()
  Thread.sleep(8_000)
}
