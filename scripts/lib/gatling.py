"""How Gatling is called by scripts/demo and by the examples that are put under load."""

from jvm import make_folder


def command(java, classes, simulation, folder, properties, jvm_options=()):
    """Runs one simulation of com.example.load. It is told to stay on this machine: no look-up of new versions.

    `classes` is the target folder of the module that holds it; its report on standard output ends with the summary
    that demo_report.response_times reads.
    """
    return [
        java,
        "-Xmx256m",
        *jvm_options,
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        f"-Djava.util.prefs.userRoot={make_folder(folder / 'gatling')}",
        f"-Djava.io.tmpdir={make_folder(folder / 'tmp')}",
        "-Dhttps.proxyHost=127.0.0.1",
        "-Dhttps.proxyPort=9",
        *(f"-D{name}={value}" for name, value in properties.items()),
        "-cp",
        f"{classes}/classes:{classes}/lib/*",
        "io.gatling.app.Gatling",
        "-s",
        f"com.example.load.{simulation}",
        "-rf",
        folder / "gatling",
    ]
