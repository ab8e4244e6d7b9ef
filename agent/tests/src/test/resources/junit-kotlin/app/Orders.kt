package kshop

import java.util.concurrent.Callable
import java.util.concurrent.Executors

/** As in Java: it asks on another thread, or on its own. */
class Orders : AutoCloseable {
    private val pool = Executors.newFixedThreadPool(4)

    fun byPool(): String = pool.submit(Callable { direct() }).get()

    fun direct(): String {
        Thread.sleep(400)
        return "order"
    }

    override fun close() {
        pool.shutdownNow()
    }
}
