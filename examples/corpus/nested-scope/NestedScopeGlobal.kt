/*
 * claim: a running coroutine fires audit records into GlobalScope
 * expect: nested-scope warning at LAUNCH
 */
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

@OptIn(DelicateCoroutinesApi::class)
private fun audit(what: Int) {
  GlobalScope.launch { // <LAUNCH>
    delay(what % 7L)
  }
}

fun main() = runBlocking {
  repeat(60) {
    audit(it)
    delay(130)
  }
}
