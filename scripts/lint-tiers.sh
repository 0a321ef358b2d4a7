#!/usr/bin/env bash
# Finds code below FOLDER/Sources that tests the tier.   usage: lint-tiers.sh [FOLDER]
# Only Sources/Licensing/Tiers/TierLimits.swift may test it, because it has every limit; other code reads the limit.
# The name of a tier as a default or in a message is allowed.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
owner=Sources/Licensing/Tiers/TierLimits.swift
# Four forms: a comparison with a tier; a tier as a case of a switch (`free` is also a word of other types, so only in
# code about tiers); a tier compared with anything; a comparison of its word.
asks='(==|!=|~=) *(Tier)?\.(free|pro)\b|(\bTier)?\.(free|pro)\b *(==|!=|~=)|case +(let +)?(Tier)?\.pro\b|switch +[A-Za-z0-9_.$]*[tT]ier\b|[tT]ier(\.rawValue)? *(==|!=) *([^n ]|n[^i])|(==|!=) *[A-Za-z0-9_.$]*\b[tT]ier\b|(===?|!==?) *"(free|pro)"|"(free|pro)" *(===?|!==?)'
found=$(grep -rnE "$asks" Sources --include='*.swift' --include='*.js' --include='*.html' | grep -vE "^$owner:|^[^:]*:[0-9]+: *//" || true)
# A switch over tiers that names only the lower one.
found+=$(grep -rlE '\b[tT]ier\b' Sources --include='*.swift' | grep -vx "$owner" | xargs -r grep -nE 'case +\.free\b' /dev/null || true)
[ -z "$found" ] && exit 0
echo "$found"
echo "lint: this asks which tier it is; ask for the limit in $owner instead"
exit 1
