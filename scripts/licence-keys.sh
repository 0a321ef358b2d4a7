# Selects the public licence keys to compile in; sourced before a build.
# LICENCE_KEYS=FILE selects and checks that file; otherwise the keys are the repository's
# (Sources/Licensing/public-keys.txt). It changes no file under version control.
keys_wanted=${LICENCE_KEYS:-}
keys_copy=Sources/Licensing/MakerKeys/public-keys.txt
if [ -n "$keys_wanted" ]; then
  python3 -B scripts/licence-keys.py "$keys_wanted" || exit 1
  export GESTUREFLOW_LICENCE_KEYS=1
  if ! cmp -s "$keys_wanted" "$keys_copy"; then
    cp -- "$keys_wanted" "$keys_copy" && chmod 644 "$keys_copy" || { echo "licence keys: $keys_copy cannot be written" >&2; exit 1; }
    # SwiftPM plans again when the package's description is newer than its plan; it ignores the environment.
    touch Package.swift
  fi
else
  unset GESTUREFLOW_LICENCE_KEYS
  if [ -e "$keys_copy" ]; then
    rm -f "$keys_copy"
    touch Package.swift
  fi
fi
