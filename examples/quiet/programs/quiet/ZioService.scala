package quiet

import zio._
import zio.http._

/** A service of ZIO HTTP: PORT. It answers at once, after a blocking call and later. */
object ZioService extends ZIOAppDefault {
  private val routes = Routes(
    Method.GET / "plain" / string("n") -> handler((n: String, _: Request) => Response.text(s"plain $n")),
    Method.GET / "blocking" / string("n") -> handler((n: String, _: Request) =>
      ZIO.attemptBlocking(Thread.sleep(20)).orDie.as(Response.text(s"blocking $n"))
    ),
    Method.GET / "later" / string("n") -> handler((n: String, _: Request) => ZIO.sleep(20.millis).as(Response.text(s"later $n")))
  )

  def run: ZIO[ZIOAppArgs, Any, Any] =
    getArgs.flatMap(args => Server.serve(routes).provide(Server.defaultWith(_.binding("127.0.0.1", args.head.toInt))))
}
