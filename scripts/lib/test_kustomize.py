#!/usr/bin/env python3
"""The Kustomize component, rendered by the real Kustomize: valid, and a JVM keeps the options it had and takes the agent.

Run with the Python of ensure_schemas, after ensure_kustomize. Nothing was deployed to a cluster.
"""

import os
import pathlib
import tempfile
import unittest

import kubernetes_validate
import yaml
from test_image import ROOT, hello, run

COMPONENT = ROOT / "deploy/kubernetes/kustomize"
AGENT = "-javaagent:/snarl/snarl.jar"


def deployment(name, labels, env=None):
    container = {"name": name, "image": f"registry.example.com/{name}:1", **({"env": env} if env else {})}
    others = [{"name": "proxy", "image": "registry.example.com/proxy:1"}]
    pod = {"initContainers": [{"name": "migrate", "image": "registry.example.com/migrate:1"}], "containers": [container, *others]}
    template = {"metadata": {"labels": {"app": name}}, "spec": {**pod, "volumes": [{"name": "data", "emptyDir": {}}]}}
    spec = {"selector": {"matchLabels": {"app": name}}, "template": template}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name, "labels": labels}, "spec": spec}


def rendered(*deployments):
    """By name, with the project's component."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        (folder / "deployments.yaml").write_text(yaml.safe_dump_all(deployments))
        kustomization = {"resources": ["deployments.yaml"], "components": [os.path.relpath(COMPONENT, folder)],
                         "images": [{"name": "registry.example.com/snarl", "newName": "example.org/agents/snarl", "newTag": "1.2.3"}]}
        (folder / "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
        done = run(*os.environ["SNARL_KUSTOMIZE"].split(), folder)
    return {one["metadata"]["name"]: one for one in yaml.safe_load_all(done.stdout)}


class Component(unittest.TestCase):
    with_options = deployment("orders", {"snarl": "on"}, [{"name": "OTHER", "value": "1"}, {"name": "JAVA_TOOL_OPTIONS", "value": "-Xmx64m -Dkept=$(OTHER)"}])
    bare = deployment("bare", {"snarl": "on"})
    unlabelled = deployment("left", {"snarl": "off"}, [{"name": "JAVA_TOOL_OPTIONS", "value": "-Xmx64m"}])

    @classmethod
    def setUpClass(cls):
        cls.rendered = rendered(cls.with_options, cls.bare, cls.unlabelled)

    def pod(self, name):
        return self.rendered[name]["spec"]["template"]["spec"]

    def options(self, name):
        return [one["value"] for one in self.pod(name)["containers"][0]["env"] if one["name"] == "JAVA_TOOL_OPTIONS"]

    def test_the_result_is_valid_and_holds_the_deployments_alone(self):
        self.assertEqual(set(self.rendered), {"orders", "bare", "left"})
        for one in self.rendered.values():
            for version in ("1.29", "1.37"):
                kubernetes_validate.validate(one, version, strict=True)

    def test_the_agent_comes_behind_the_options_that_are_there(self):
        self.assertEqual(self.options("orders"), [f"-Xmx64m -Dkept=$(OTHER) {AGENT}"])
        self.assertEqual(self.options("bare"), [f" {AGENT}"])

    def test_without_the_label_nothing_changes(self):
        self.assertEqual(self.rendered["left"], self.unlabelled)

    def test_all_else_stays_and_the_jar_is_where_the_option_says(self):
        for before in (self.with_options, self.bare):
            name, was = before["metadata"]["name"], before["spec"]["template"]["spec"]
            pod = self.pod(name)
            for kind in ("initContainers", "volumes"):
                self.assertEqual([one for one in pod[kind] if one["name"] != "snarl"], was[kind])
            self.assertEqual(pod["containers"][1:], was["containers"][1:])
            self.assertEqual(pod["containers"][0]["volumeMounts"], [{"name": "snarl", "mountPath": "/snarl", "readOnly": True}])
            (init,) = [one for one in pod["initContainers"] if one["name"] == "snarl"]
            self.assertEqual(init["image"], "example.org/agents/snarl:1.2.3")
            self.assertEqual(init["command"], ["cp", "/snarl.jar", "/snarl/snarl.jar"])

    @unittest.skipUnless((ROOT / "agent/target/snarl.jar").is_file(), "no jar here")
    def test_a_jvm_keeps_its_options_and_takes_the_agent(self):
        (value,) = self.options("orders")
        # As the kubelet expands it, and with the jar where it is on this machine.
        value = value.replace("$(OTHER)", "1").replace("/snarl/snarl.jar", str(ROOT / "agent/target/snarl.jar"))
        with tempfile.TemporaryDirectory() as folder:
            done = hello(folder, value)
            self.assertEqual(done.stdout, "1\n")
            self.assertIn("snarl: ready", done.stderr)
            (bare,) = self.options("bare")
            self.assertIn("snarl: ready", hello(folder, bare.replace("/snarl/snarl.jar", str(ROOT / "agent/target/snarl.jar"))).stderr)


if __name__ == "__main__":
    unittest.main()
