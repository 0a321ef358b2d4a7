# GestureFlow. `make demo` plays, `make test` tests; each installs what is missing.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export SWIFT_BACKTRACE := enable=no
BUILD := .build/release
FLAGS := -c release

.PHONY: help setup build demo page test test-vm test-arm soak lint bench deb clean

help: ## What there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## Installs Debian packages, model runtime and models
	@scripts/setup.sh

build: setup ## Builds the programs
	@swift build $(FLAGS)

demo: setup ## The virtual performer plays three modes, 140 seconds, then it shows what was measured (MODE=player, stems or instrument: one)
	@scripts/demo.sh

test: lint ## Runs all tests
	@scripts/setup.sh test
	@scripts/test.sh

page: setup ## Opens the box's page on this machine: performer, no sound, http://localhost:8080
	@scripts/page.sh

test-vm: setup ## Runs the whole box against real kernel devices in a virtual machine
	@scripts/test-vm.sh

test-arm: setup ## Runs the models on emulated Cortex-A72 and A76: the same numbers, and which instructions they take
	@scripts/test-arm.sh

soak: setup ## The long tests: fuzzing, kills while state is written, a large stick, load, the audio thread
	@scripts/soak.sh

deb: ## Makes the Debian package, out/gestureflow_VERSION_ARCH.deb
	@scripts/setup.sh deb
	@scripts/deb.sh

lint: setup ## Checks the format and looks for warnings
	@swift format lint --strict --recursive Package.swift Sources Tests Benchmarks
	@scripts/lint.sh

bench: setup ## Measures against MediaPipe and the goals; writes docs/benchmarks.md (PARTS=films,still: these alone; ROUNDS=3)
	@scripts/bench.sh

clean: ## Removes what was built
	@rm -rf .build .build-256 out
