#!/usr/bin/env bash
# usage: lint-tiers.sh [FOLDER]: looks below FOLDER/Sources for code that asks which tier it is. Sources/Supervisor/Tiers/TierLimits.swift alone may, because every limit stands there:
# other code asks for the limit. Naming a tier, as a default or in a message, is no question.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
owner=Sources/Supervisor/Tiers/TierLimits.swift
# Compared with a tier; matched as a case (`free` is a word of other types, too: there where tiers are spoken of); a tier compared with anything; its word compared.
asks='(==|!=|~=) *(Tier)?\.(free|pro)\b|(\bTier)?\.(free|pro)\b *(==|!=|~=)|case +(let +)?(Tier)?\.pro\b|switch +[A-Za-z0-9_.$]*[tT]ier\b|[tT]ier(\.rawValue)? *(==|!=) *([^n ]|n[^i])|(==|!=) *[A-Za-z0-9_.$]*\b[tT]ier\b|(===?|!==?) *"(free|pro)"|"(free|pro)" *(===?|!==?)'
found=$(grep -rnE "$asks" Sources --include='*.swift' --include='*.js' --include='*.html' | grep -vE "^$owner:|^[^:]*:[0-9]+: *//" || true)
# A switch over tiers that names the lower one alone.
found+=$(grep -rlE '\b[tT]ier\b' Sources --include='*.swift' | grep -vx "$owner" | xargs -r grep -nE 'case +\.free\b' /dev/null || true)
[ -z "$found" ] && exit 0
echo "$found"
echo "lint: this asks which tier it is; ask for the limit in $owner instead"
exit 1
