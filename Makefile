# GestureFlow. `make demo` plays, `make test` tests; each installs what is missing.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export SWIFT_BACKTRACE := enable=no
BUILD := .build/release
FLAGS := -c release

.PHONY: help setup build demo test lint bench clean

help: ## What there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## Installs Debian packages, model runtime and models
	@scripts/setup.sh

build: setup ## Builds the programs
	@swift build $(FLAGS)

demo: setup ## Plays for 40 seconds with the virtual performer, then shows what was measured
	@scripts/demo.sh

test: setup lint ## Runs all tests
	@scripts/test.sh

lint: setup ## Checks the format and looks for warnings
	@swift format lint --strict --recursive Package.swift Sources Tests Benchmarks

bench: setup ## Measures against MediaPipe and the goals; writes docs/benchmarks.md
	@scripts/bench.sh

clean: ## Removes what was built
	@rm -rf .build out
