# GestureFlow. `make demo` plays, `make test` tests; each installs what is missing.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export SWIFT_BACKTRACE := enable=no
# A file of public licence keys for this build, such as `make deb LICENCE_KEYS=FILE`; without it the repository's, which has none.
export LICENCE_KEYS
BUILD := .build/release
FLAGS := -c release

.PHONY: help setup build demo page test test-tsan test-vm test-arm test-cross pi-cost test-long lint bench deb clean

help: ## What there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## Installs Debian packages, model runtime and models
	@scripts/setup.sh

build: setup ## Builds the programs into .build/release: gestureflowd, gfctl, gflab (LICENCE_KEYS=FILE: tier pro needs a licence of these makers)
	@. scripts/licence-keys.sh && for program in gestureflowd gfctl gflab; do swift build $(FLAGS) --product $$program || exit; done

demo: ## The virtual performer plays all four modes, about three minutes, then it shows what was measured (MODE=player, stems, instrument or stream: one)
	@DEMO_BEGUN=$$(date +%s) scripts/demo.sh

test: ## Lint, build and every test that needs no emulated machine (FILTER=Name: the suites with that in their names)
	@scripts/setup.sh test
	@FILTER="$(FILTER)" scripts/test.sh

test-long: ## The same with the sweeps whole: every film and script, fuzzing, kills while state is written, an hour of stems, 100,000 blocks with traps
	@scripts/setup.sh test
	@FILTER="$(FILTER)" scripts/test.sh --long

test-tsan: setup ## Runs the tests of Realtime, Sound, Camera and Control under ThreadSanitizer (x86-64)
	@scripts/test-tsan.sh

page: setup ## Opens the box's page on this machine: performer, no sound, http://localhost:8080
	@scripts/page.sh

test-vm: setup ## Runs the whole box against real kernel devices in a virtual machine (ARCH=arm64: in one with a Pi's processor, and on QEMU's Pi 4)
	@ARCH=$(ARCH) scripts/test-vm.sh

test-arm: setup ## Runs the models on emulated Cortex-A72 and A76: the same numbers, and which instructions they take
	@scripts/test-arm.sh

pi-cost: setup ## Estimates what the box costs on a Pi 4 and 5 by counted instructions; writes its section of docs/benchmarks.md (TWICE=1: is it repeatable)
	@scripts/pi-cost.sh

test-cross: ## Runs all tests on an emulated Raspberry Pi, and compares hands and sound with this machine's (ONLY=Gestures: the suites with that in their names alone)
	@scripts/test-cross.sh

deb: ## Makes the Debian package, out/gestureflow_VERSION_ARCH.deb (ARCH=arm64: a Raspberry Pi's, on an x86-64 machine; LICENCE_KEYS=FILE as for build)
	@scripts/deb.sh --set-up $(ARCH)
	@scripts/deb.sh $(ARCH)

lint: setup ## Checks the format and looks for warnings
	@swift format lint --strict --recursive Package.swift Sources Tests Benchmarks
	@scripts/lint.sh

bench: setup ## Measures against MediaPipe and the goals; writes docs/benchmarks.md (PARTS=films,still: these alone; ROUNDS=3)
	@scripts/bench.sh

clean: ## Removes what was built
	@rm -rf .build .build-256 .build-tsan .build-arm64 .build-deb-arm64 out
