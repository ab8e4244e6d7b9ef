#!/usr/bin/env python3
"""What a release says of itself can be checked: the sums' signature, made with a throw-away key in a keyring of its own."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SIGN = pathlib.Path(__file__).with_name("sign.sh")


@unittest.skipUnless(shutil.which("gpg"), "no gpg here")
class Signature(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Below /tmp itself: gpg's agent needs a short path for its socket.
        cls.home = tempfile.mkdtemp(prefix="gpg", dir="/tmp")
        os.chmod(cls.home, 0o700)
        cls.environment = {**os.environ, "GNUPGHOME": cls.home}
        cls.environment.pop("SNARL_SIGNING_KEY", None)
        cls.gpg("--quick-gen-key", "Throw Away <throw@example.com>", "ed25519", "sign", "1d")
        cls.key = cls.gpg("--armor", "--export-secret-keys").stdout

    @classmethod
    def tearDownClass(cls):
        subprocess.run(["gpgconf", "--kill", "all"], env=cls.environment)
        shutil.rmtree(cls.home, ignore_errors=True)

    @classmethod
    def gpg(cls, *arguments, home=None, check=True):
        environment = {**cls.environment, "GNUPGHOME": home or cls.home}
        command = ["gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "", *map(str, arguments)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=check)

    def signed(self, folder, *arguments, **environment):
        sums = pathlib.Path(folder) / "SHA256SUMS"
        sums.write_text("00  snarl.jar\n")
        done = subprocess.run([SIGN, sums, *arguments], env={**self.environment, **environment}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sums

    def verified(self, sums):
        """As somebody who has nothing but the release checks it."""
        with tempfile.TemporaryDirectory(prefix="gpg", dir="/tmp") as home:
            os.chmod(home, 0o700)
            self.gpg("--import", sums.with_name("signing-key.asc"), home=home)
            return self.gpg("--verify", f"{sums}.asc", sums, home=home, check=False).returncode == 0

    def test_the_key_may_come_from_the_environment_or_the_keyring(self):
        for arguments, environment in (((), {"SNARL_SIGNING_KEY": self.key, "GNUPGHOME": "/nonexistent"}), (("throw@example.com",), {})):
            with tempfile.TemporaryDirectory() as folder:
                self.assertTrue(self.verified(self.signed(folder, *arguments, **environment)))

    def test_a_sum_that_was_changed_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            sums = self.signed(folder, "throw@example.com")
            sums.write_text("01  snarl.jar\n")
            self.assertFalse(self.verified(sums))

    def test_without_a_key_nothing_is_signed(self):
        with tempfile.TemporaryDirectory() as folder:
            sums = pathlib.Path(folder) / "SHA256SUMS"
            sums.write_text("00  snarl.jar\n")
            done = subprocess.run([SIGN, sums], env=self.environment, capture_output=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertFalse(sums.with_suffix(".asc").exists())


if __name__ == "__main__":
    unittest.main()
