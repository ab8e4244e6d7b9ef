/*
 * claim: thirty tenants with a scope each, built once; a dispatching coroutine launches into them in turns
 * twin of: nested-scope
 */
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() = runBlocking {
  val tenants = List(30) { CoroutineScope(SupervisorJob() + Dispatchers.Default) }
  repeat(300) {
    tenants[it % tenants.size].launch { delay(40) }
    delay(30)
  }
  tenants.forEach { it.cancel() }
}
