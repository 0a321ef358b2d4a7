# GestureFlow. `make demo` plays, `make test` tests; each installs what is missing.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export SWIFT_BACKTRACE := enable=no
# A file of public licence keys for this build, such as `make deb LICENCE_KEYS=FILE`. Default: the repository's file,
# which has no keys.
export LICENCE_KEYS
# The keys that `make image` signs with, and the folder of Raspberry Pi's kernel.
export KEYS
export KERNEL
BUILD := .build/release
FLAGS := -c release

.PHONY: help setup build demo docs page test lab test-vm test-image test-arm test-cross test-tsan lab-simd lab-house lab-locks pi-cost test-long lint bench deb image clean

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## Installs Debian packages, model runtime and models
	@scripts/setup.sh

build: setup ## Builds the programs into .build/release: gestureflowd, gfctl, gflab (LICENCE_KEYS=FILE: tier pro needs a licence of these makers)
	@. scripts/licence-keys.sh && for program in gestureflowd gfctl gflab; do swift build $(FLAGS) --product $$program || exit; done

demo: ## The virtual performer plays the guided start and all five modes, about three and a half minutes, then it shows what was measured (MODE=player, stems, instrument, theremin or stream: one)
	@DEMO_BEGUN=$$(date +%s) scripts/demo.sh

test: ## Lint, build and every test that needs no emulated machine (FILTER=Name: the suites with that in their names)
	@scripts/setup.sh test
	@FILTER="$(FILTER)" scripts/test.sh

test-long: ## The same with the sweeps whole: every film and script, fuzzing, kills while state is written, an hour of stems, 100,000 blocks with traps
	@scripts/setup.sh test
	@FILTER="$(FILTER)" scripts/test.sh --long

page: setup ## Opens the box's page on this machine: performer, no sound, http://localhost:8080
	@scripts/page.sh

docs: build ## Makes the documents and DocC's Swift API one site, out/site, which opens from disk; draws their pictures anew with the performer and headless Chromium
	@scripts/setup.sh docs
	@for mode in stems stream intent; do $(BUILD)/gflab picture $$mode >docs/$$mode-hands.svg || exit; done
	@scripts/pictures.py
	@scripts/screenshot.py
	@scripts/site/docc.sh
	@scripts/site/make.py
	@Tests/Page/site_check.py out/site

lab: ## Prints the parts of the lab (lab/README.md); PART=vm, image, arm, cross, tsan, simd, house, locks or pi-cost runs one
	@case "$(PART)" in \
	"") cat lab/parts.txt ;; \
	vm | image | arm | cross | tsan) $(MAKE) --no-print-directory test-$(PART) ;; \
	simd | house | locks) $(MAKE) --no-print-directory lab-$(PART) ;; \
	pi-cost) $(MAKE) --no-print-directory pi-cost ;; \
	*) echo "lab: PART=$(PART) is not a part: name one of these" >&2; cat lab/parts.txt >&2; exit 2 ;; \
	esac

test-vm: setup ## Lab: the package in a virtual machine with real kernel devices (ARCH=arm64: a Pi's processor, and QEMU's Pi 4; ONLY="04 06": these scenarios)
	@ARCH=$(ARCH) lab/test-vm.sh $(ONLY)

test-image: ## Lab: the firmware image in a virtual machine: first start, updates good, bad and refused (ARCH=arm64: a Raspberry Pi's image; ONLY=bad: bad updates alone; ONLY=starts: a slot that fails later; ONLY=music: the sound during an installation; ONLY=cuts: power cuts during installations; ONLY=bare: without a sound card; ONLY=data: with damaged data; ONLY=media: with odd cards, sticks and updates; ONLY=owner: what its owner does without root; ONLY=login: SSH and Wi-Fi; ONLY=pi4 ARCH=arm64: its kernel on QEMU's Pi 4; ONLY=boot: its start beside a plain Debian's)
	@ARCH=$(ARCH) lab/test-image.sh $(ONLY)

test-arm: setup ## Lab: the models on emulated Cortex-A72 and A76, their results and their instructions
	@lab/test-arm.sh

test-cross: ## Lab: all tests on an emulated Raspberry Pi; its hands and sound against this machine's (ONLY=Gestures: suites with that name)
	@lab/test-cross.sh

test-tsan: setup ## Lab: the tests of Realtime, Sound, Camera and Control under ThreadSanitizer (ONLY='RingTests|MailboxTests': these)
	@lab/test-tsan.sh $(if $(ONLY),'$(ONLY)')

lab-simd: build ## Lab: reads the program's instructions; the named loops must calculate with vectors
	@python3 -B lab/simd/simd.py $(BUILD)/gestureflowd

lab-house: ## Lab: counts how the sources are organised, beside the goals (LIST='two-way pairs': the places of one figure)
	@python3 -B lab/house/house.py $(if $(LIST),--list '$(LIST)')

lab-locks: build ## Lab: counts the mutexes that the box locks for one frame (LIST=1: their functions)
	@scripts/setup.sh locks
	@python3 -B lab/house/locks.py $(BUILD)/gestureflowd $(if $(LIST),--list)

pi-cost: setup ## Lab: counts instructions and estimates the cost of each feature on a Pi 4 and 5, for docs/benchmarks.md (ONLY="palms stems", TWICE=1)
	@FEATURES="$(or $(FEATURES),$(ONLY))" lab/pi-cost.sh

deb: ## Makes the Debian package, out/gestureflow_VERSION_ARCH.deb (ARCH=arm64: a Raspberry Pi's, on an x86-64 machine; LICENCE_KEYS=FILE as for build)
	@scripts/deb.sh --set-up $(ARCH)
	@scripts/deb.sh $(ARCH)

image: ## Makes the image to write to a card, and the signed update, of the package in out, and makes that if it is missing (ARCH=arm64: a Raspberry Pi 4 and 5; ARCH=amd64: for a virtual machine; KEYS=FOLDER; KERNEL=FOLDER: Raspberry Pi's own kernel; TWICE=1: two builds must have the same bits; see docs/image.md)
	@scripts/setup.sh image
	@scripts/image.sh $(ARCH)

lint: setup ## Checks format, scripts, English and documents
	@swift format lint --strict --recursive Package.swift Sources Tests Benchmarks lab
	@scripts/lint.sh

bench: setup ## Measures against MediaPipe and the goals; writes out/bench/report.md and the goals of docs/benchmarks.md (PARTS=films,still: these alone; ROUNDS=3)
	@scripts/bench.sh

clean: ## Removes what was built
	@rm -rf .build .build-256 .build-tsan .build-arm64 .build-deb-arm64 out
