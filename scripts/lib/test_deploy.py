#!/usr/bin/env python3
"""What is deployed is valid: Compose, Kubernetes, the operator's resources, ECS, systemd, Prometheus and Alertmanager.

Run with the Python of ensure_schemas (scripts/lib/env.sh), whose packages carry the published schemas. No container engine
and no cluster is needed, and none was used: images are pinned by tag and never pulled here.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
# Image volumes are in the schemas from 1.31, the rest is older.
OLDEST, NEWEST, IMAGE_VOLUMES = "1.29", "1.37", "1.33"
BUILT = {"agent/target/snarl.jar", "examples/code-runner/service/target/code-runner.jar"}


def documents(name):
    return list(yaml.safe_load_all((DEPLOY / "kubernetes" / name).read_text()))


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


class Compose(unittest.TestCase):
    file = DEPLOY / "compose/compose.yaml"

    def setUp(self):
        self.services = yaml.safe_load(self.file.read_text())["services"]

    def check(self, file):
        return run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", file)

    def test_it_is_what_the_compose_specification_allows(self):
        done = self.check(self.file)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_check_can_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "compose.yaml"
            file.write_text(self.file.read_text().replace("    restart: unless-stopped", "    restarts: unless-stopped", 1))
            self.assertNotEqual(self.check(file).returncode, 0)

    def test_images_are_pinned_and_ports_are_for_this_machine_only(self):
        for name, service in self.services.items():
            self.assertRegex(service["image"], r":v?\d[\w.-]*$", name)
            for port in service.get("ports", []):
                self.assertTrue(port.startswith("127.0.0.1:"), port)

    def test_what_is_mounted_is_there(self):
        named = set(yaml.safe_load(self.file.read_text())["volumes"])
        for service in self.services.values():
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                if source not in named:
                    path = (self.file.parent / source).resolve()
                    self.assertTrue(path.exists() or str(path.relative_to(ROOT)) in BUILT, source)

    def test_the_configurations_name_its_services(self):
        text = "".join(file.read_text() for file in self.file.parent.rglob("*.yml"))
        for host in re.findall(r"https?://([a-z]+):\d+|\"([a-z]+):\d+\"", text):
            self.assertIn(next(filter(None, host)), self.services)


class Images(unittest.TestCase):
    files = sorted((DEPLOY / "image").glob("Containerfile*"))

    def lint(self, file):
        return run(pathlib.Path(sys.executable).with_name("hadolint"), "--failure-threshold", "info", file)

    def test_the_recipes_have_nothing_to_object_to(self):
        self.assertEqual([file.name for file in self.files], ["Containerfile", "Containerfile.init"])
        for file in self.files:
            done = self.lint(file)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_check_can_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "Containerfile"
            file.write_text(self.files[1].read_text().replace("busybox:1.37.0", "busybox:latest"))
            self.assertNotEqual(self.lint(file).returncode, 0)

    def test_one_holds_the_jar_and_nothing_else(self):
        lines = [line for line in self.files[0].read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(lines, ["FROM scratch", "COPY --chmod=0444 snarl.jar /snarl.jar", "USER 10001"])


class Workflows(unittest.TestCase):
    files = sorted((ROOT / ".github/workflows").iterdir())

    def check(self, file):
        return run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", file)

    def test_they_are_what_github_takes(self):
        for file in self.files:
            done = self.check(file)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_check_can_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "test.yml"
            file.write_text(self.files[-1].read_text().replace("runs-on:", "run-on:"))
            self.assertNotEqual(self.check(file).returncode, 0)

    def test_they_only_call_the_project_s_own_scripts(self):
        for file in self.files:
            for job in yaml.safe_load(file.read_text())["jobs"].values():
                for step in job["steps"]:
                    command = step.get("run", "scripts/")
                    self.assertRegex(command, r"^(scripts/|apt-get |gh release )", file.name)
                    if command.startswith("scripts/"):
                        self.assertTrue((ROOT / command.split()[0]).exists(), command)


class Monitoring(unittest.TestCase):
    def test_prometheus_takes_both_configurations(self):
        operator_free = DEPLOY / "kubernetes/scrape-config.yml"
        for file in (DEPLOY / "compose/prometheus/prometheus.yml", operator_free):
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder) / file.name
                text = file.read_text().replace("/etc/prometheus/rules", str(ROOT / "alerts"))
                text = text.replace("/etc/prometheus/targets", str(DEPLOY / "compose/prometheus/targets"))
                # Debian's build knows no Kubernetes; the rest of the job is the same.
                text = re.sub(r"kubernetes_sd_configs:\n +- role: pod", "static_configs: [{targets: []}]", text)
                token = pathlib.Path(folder) / "snarl-token"
                token.write_text("secret")
                copy.write_text(text.replace("/etc/prometheus/snarl-token", str(token)))
                done = run("promtool", "check", "config", copy)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                if file is not operator_free:
                    self.assertIn("SUCCESS: 10 rules found", done.stdout)

    def test_alertmanager_routes_each_alert_where_it_belongs(self):
        file = DEPLOY / "compose/alertmanager/alertmanager.yml"
        done = run("amtool", "check-config", file)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rules = (ROOT / "alerts/snarl.rules.yml").read_text()
        for name, severity in re.findall(r"- alert: (\w+)[\s\S]*?severity: (\w+)", rules):
            about_itself = name in ("SnarlDown", "SnarlStalled") or name.startswith("SnarlAgent")
            receiver = "snarl" if about_itself else "critical" if severity == "critical" else "warnings"
            labels = [f"alertname={name}", f"severity={severity}"]
            done = run("amtool", "config", "routes", "test", f"--config.file={file}", f"--verify.receivers={receiver}", *labels)
            self.assertEqual(done.returncode, 0, f"{name}: {done.stdout}{done.stderr}")


class Kubernetes(unittest.TestCase):
    def validate(self, document, version):
        import kubernetes_validate

        kubernetes_validate.validate(document, version, strict=True)

    def test_the_manifests_are_valid(self):
        for version in (OLDEST, NEWEST):
            for document in documents("deployment-init-container.yaml"):
                self.validate(document, version)
        for version in (IMAGE_VOLUMES, NEWEST):
            for document in documents("deployment-image-volume.yaml"):
                self.validate(document, version)

    def test_the_check_can_fail(self):
        import kubernetes_validate

        deployment = documents("deployment-image-volume.yaml")[0]
        deployment["spec"]["template"]["spec"]["containers"][0]["environment"] = []
        with self.assertRaises(kubernetes_validate.ValidationError):
            self.validate(deployment, NEWEST)

    def test_the_operators_resources_are_valid_and_hold_no_unknown_field(self):
        from cloudcoil.models.prometheus_operator import v1

        for name, kind in (("prometheusrule.yaml", v1.PrometheusRule), ("podmonitor.yaml", v1.PodMonitor)):
            (document,) = documents(name)
            read = kind.model_validate(document).model_dump(mode="json", by_alias=True, exclude_unset=True)
            self.assertEqual(unknown(document, read), [], name)

    def test_an_unknown_field_is_seen(self):
        from cloudcoil.models.prometheus_operator import v1

        (document,) = documents("podmonitor.yaml")
        document["spec"]["podMetricsEndpoints"][0]["intervall"] = "15s"
        read = v1.PodMonitor.model_validate(document).model_dump(mode="json", by_alias=True, exclude_unset=True)
        self.assertEqual(unknown(document, read), ["/spec/podMetricsEndpoints/0/intervall"])

    def test_the_pods_have_what_the_monitor_looks_for(self):
        (monitor,) = documents("podmonitor.yaml")
        port = monitor["spec"]["podMetricsEndpoints"][0]["port"]
        for name in ("deployment-init-container.yaml", "deployment-image-volume.yaml"):
            template = documents(name)[-1]["spec"]["template"]
            self.assertEqual(template["metadata"]["labels"]["snarl"], monitor["spec"]["selector"]["matchLabels"]["snarl"])
            self.assertIn(port, [one["name"] for one in template["spec"]["containers"][0]["ports"]])


def unknown(document, read, place=""):
    """Fields of the document that the model did not take."""
    if isinstance(document, dict):
        return [
            there
            for key, value in document.items()
            for there in (unknown(value, read[key], f"{place}/{key}") if isinstance(read, dict) and key in read else [f"{place}/{key}"])
        ]
    if isinstance(document, list):
        return [there for i, value in enumerate(document) for there in unknown(value, read[i], f"{place}/{i}")]
    return []


class Elsewhere(unittest.TestCase):
    def test_ecs_would_take_the_task_definition(self):
        import botocore.session
        import botocore.validate

        definition = json.loads((DEPLOY / "ecs/task-definition.json").read_text())
        model = botocore.session.Session().get_service_model("ecs").operation_model("RegisterTaskDefinition").input_shape
        report = botocore.validate.ParamValidator().validate(definition, model)
        self.assertFalse(report.has_errors(), report.generate_report())
        definition["containerDefinitions"][0]["mountPoint"] = []
        self.assertTrue(botocore.validate.ParamValidator().validate(definition, model).has_errors())

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_systemd_takes_the_unit(self):
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "orders.service"
            # The command must exist where it is checked.
            unit.write_text((DEPLOY / "systemd/orders.service").read_text().replace("/usr/bin/java", "/bin/true"))
            done = run("systemd-analyze", "verify", "--man=no", unit)
            said = [line for line in done.stderr.splitlines() if "orders.service" in line]
            self.assertEqual((done.returncode, said), (0, []))
            unit.write_text(unit.read_text().replace("Restart=on-failure", "Restart=sometimes"))
            self.assertIn("restart specifier", run("systemd-analyze", "verify", "--man=no", unit).stderr)

    def test_the_options_are_those_of_the_agent(self):
        known = re.findall(r"^\| `([\w.]+)`", (ROOT / "docs/options.md").read_text(), re.MULTILINE)
        names = {"SNARL_" + name.upper().replace(".", "_") for name in known}
        for file in DEPLOY.rglob("*"):
            if file.is_file():
                used = set(re.findall(r"\bSNARL_[A-Z_]+", file.read_text()))
                self.assertLessEqual(used, names, file.name)


if __name__ == "__main__":
    unittest.main()
