#!/usr/bin/env bash
# scripts/lib/sign.sh FILE [KEY]: an armored signature beside FILE, and the public key that checks it.
#
# KEY is the id of a key in your own keyring. Without it the armored private key in SNARL_SIGNING_KEY is used, in a
# keyring of its own that is gone afterwards. Ends with an error unless the signature can be verified.
set -euo pipefail

file=$1
key=${2:-}
if [ -z "$key" ]; then
  [ -n "${SNARL_SIGNING_KEY:-}" ] || {
    echo "no key: name one of your keyring, or put an armored private key into SNARL_SIGNING_KEY" >&2
    exit 2
  }
  GNUPGHOME=$(mktemp -d)
  export GNUPGHOME
  trap 'gpgconf --kill all 2>/dev/null; rm -rf "$GNUPGHOME"' EXIT
  printf '%s\n' "$SNARL_SIGNING_KEY" | gpg --batch --quiet --import
  key=$(gpg --batch --list-secret-keys --with-colons | awk -F: '$1 == "fpr" {print $10; exit}')
fi
gpg --batch --yes --quiet --armor --local-user "$key" --detach-sign --output "$file.asc" "$file"
gpg --batch --yes --quiet --armor --export "$key" >"$(dirname "$file")/signing-key.asc"
gpg --batch --quiet --verify "$file.asc" "$file"
