# dtc: compiler for drivetrain models. `make help` lists what can be asked for.

MAKEFLAGS      += --jobs=$(shell nproc)

BUILD          ?= build
CC             ?= cc
ifeq ($(origin CC),default)
CC             := gcc
endif
PREFIX         ?= /usr/local
PROGRAM        ?= dtc
DESTDIR        ?=
CFLAGS         ?= -O2 -g
WARN           := -Wall -Wextra -Wshadow -Werror=implicit-function-declaration -Werror=int-conversion
STRICT         := -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off
HOME_DIR       := $(CURDIR)
VERSION        := $(file < VERSION)
PARTS          := compiler $(patsubst %/,%,$(wildcard compiler/*/ tools/*/))
CPPFLAGS_ALL    = -D_GNU_SOURCE $(PARTS:%=-I%) -Iruntime -Iruntime/host -Iruntime/fmi -I$(BUILD) -I/usr/include/suitesparse -I/usr/include/kissfft $(CPPFLAGS)
# SUNDIALS is linked in, and SQLite loaded when a store is opened (sqlite_load.c): else each start of dtc would look up thousands of names.
LIBS           := -Wl,--as-needed -lcxsparse -Wl,-Bstatic -lsundials_cvode -lsundials_kinsol -lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lsundials_nvecserial -Wl,-Bdynamic -lyaml -ljansson -lexpat -lminizip -lz -lkissfft-float -lklu -lbtf -lamd -lcolamd -lsuitesparseconfig -lgmp -ldl -lm
SANITIZE       := -O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

SOURCES  := $(wildcard $(PARTS:%=%/*.c))
HOST     := $(patsubst runtime/host/%.c,$(BUILD)/host/%.o,$(wildcard runtime/host/*.c))
PARSER   := $(BUILD)/gram.o $(BUILD)/lex.o
OBJECTS  := $(patsubst %.c,$(BUILD)/%.o,$(notdir $(SOURCES))) $(PARSER) $(BUILD)/assets.o
COMPILER := $(filter-out $(BUILD)/main.o,$(OBJECTS)) $(HOST)
RUNTIME  := $(patsubst runtime/%.c,$(BUILD)/runtime/%.o,$(wildcard runtime/*.c))
UNIT     := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/*.c))

# The commands themselves are shown with V=1.
say = $(if $(V),,@printf '  %-6s %s\n' $(1) $(patsubst $(CURDIR)/%,%,$(2));)

.PHONY: all help vendor vsix doc pictures accuracy switching methods msl setup setup-tests setup-longest need need-tests quick test check verify longest demo bench fuzz mutants bless install uninstall dist deb wheel clean sanitized
.DELETE_ON_ERROR:

all: need $(BUILD)/dtc $(BUILD)/libdtc.a $(BUILD)/libdtc-sim.a $(BUILD)/libdtc-sim-float.a

help:
	@echo 'make            the compiler: $(BUILD)/dtc'
	@echo 'make setup      install what is missing, from Debian packages; make setup-tests: and what only the tests need;'
	@echo '                make setup-longest: and other machines for make longest'
	@echo 'make demo       set up, build, drive the gearbox zf4hp22: a CSV and a picture in $(BUILD)/demo'
	@echo 'make doc        the reference of the library: $(BUILD)/library.html and .md'
	@echo 'make verify     set up, build, all tests that have to pass: make setup-tests check'
	@echo 'make quick      what needs no C compiler: goldens, unit tests, rules of the house; seconds'
	@echo 'make test       the groups that are not dear: some two minutes; make check: all (15 minutes); make longest: what takes longest'
	@echo 'make msl        the examples of the Modelica Standard Library against published results: MSL=FOLDER MSL_RESULTS=FOLDER (docs/library.md)'
	@echo 'make bench      measurements; make fuzz: random input, longer than in check'
	@echo 'make mutants    small changes to the sources that no test notices: MUTANTS=100 SEED=1 FILES=... (hours)'
	@echo 'make vendor     fetch anew what the pages of runs take from npm; a test compares'
	@echo 'make bless      rewrite expected outputs; review them with git diff'
	@echo 'make install    PREFIX=$(PREFIX) PROGRAM=$(PROGRAM)'
	@echo 'make dist deb wheel   what can be handed out, in $(BUILD)/dist: the sources, packages of Debian, a wheel for Python (docs/package.md)'

# ---- set-up: tool or header -> Debian package ---------------------------------------------------------

GMP_H := /usr/include/*/gmp.h
# With it no run waits for a C compiler that optimizes: tools/object/object_build.c.
QUICK := $(if $(filter x86_64,$(shell uname -m)),tcc:tcc)
NEEDS := flex:flex bison:bison gnuplot:gnuplot-nox \
         /usr/include/yaml.h:libyaml-dev /usr/include/suitesparse/klu.h:libsuitesparse-dev \
         /usr/include/cvode/cvode.h:libsundials-dev /usr/include/kissfft/kiss_fftr.h:libkissfft-dev $(GMP_H):libgmp-dev \
         /usr/include/lapacke.h:liblapacke-dev /usr/include/arpack/arpack.h:libarpack2-dev /usr/include/jansson.h:libjansson-dev \
         /usr/include/expat.h:libexpat1-dev /usr/include/minizip/unzip.h:libminizip-dev \
         /usr/include/zlib.h:zlib1g-dev /usr/include/sqlite3.h:libsqlite3-dev $(QUICK)
# What only the tests need: other compilers, a counter of instructions, readers of result files; and what only
# `make longest` needs, other machines.
NEEDS_TESTS := g++:g++ clang:clang /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan-*.a:libclang-rt-dev valgrind:valgrind tcc:tcc /usr/lib/python3/dist-packages/scipy:python3-scipy \
         /usr/lib/python3/dist-packages/numpy:python3-numpy /usr/lib/python3/dist-packages/pandas:python3-pandas /usr/lib/python3/dist-packages/matplotlib:python3-matplotlib mypy:mypy \
         /usr/lib/python3/dist-packages/installer:python3-installer dh:debhelper dh_python3:dh-python lintian:lintian mkoctfile:octave-dev \
         /usr/lib/python3/dist-packages/mpmath:python3-mpmath /usr/lib/python3/dist-packages/jsonschema:python3-jsonschema zsh:zsh groff:groff-base pkg-config:pkgconf chromium:chromium chromedriver:chromium-driver /usr/lib/python3/dist-packages/selenium:python3-selenium \
         xmllint:libxml2-utils dot:graphviz rsvg-convert:librsvg2-bin \
         parallel:parallel mpirun:openmpi-bin /usr/sbin/slurmctld:slurm-wlm /usr/sbin/munged:munge nvim:neovim
NEEDS_LONGEST := aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu riscv64-linux-gnu-gcc:gcc-riscv64-linux-gnu \
         arm-none-eabi-gcc:gcc-arm-none-eabi /usr/lib/arm-none-eabi/newlib/rdimon.specs:libnewlib-arm-none-eabi \
         /usr/aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross /usr/riscv64-linux-gnu/include/stdio.h:libc6-dev-riscv64-cross \
         qemu-aarch64:qemu-user qemu-system-arm:qemu-system-arm \
         x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64-win32 /usr/lib/wine/wine64:wine64
missing = $(strip $(foreach n,$(1),$(if $(filter /%,$(n)),\
            $(if $(wildcard $(firstword $(subst :, ,$(n)))),,$(lastword $(subst :, ,$(n)))),\
            $(if $(shell command -v $(firstword $(subst :, ,$(n))) 2>/dev/null),,$(lastword $(subst :, ,$(n)))))))

setup: PACKAGES = $(call missing,$(NEEDS))
setup-tests: PACKAGES = $(call missing,$(NEEDS) $(NEEDS_TESTS))
setup-longest: PACKAGES = $(call missing,$(NEEDS) $(NEEDS_TESTS) $(NEEDS_LONGEST))
setup setup-tests setup-longest:
	@packages='$(PACKAGES)'; if [ -z "$$packages" ]; then echo 'setup: nothing is missing'; exit 0; fi; \
	echo "setup: installing $$packages"; \
	as=; if [ "$$(id -u)" != 0 ]; then as=sudo; command -v sudo >/dev/null || { echo "setup: not root and no sudo; please run: apt-get install $$packages" >&2; exit 1; }; fi; \
	$$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$packages

need: PACKAGES = $(call missing,$(filter-out gnuplot:% tcc:%,$(NEEDS)))
need:
	@packages='$(PACKAGES)'; [ -z "$$packages" ] || { echo "missing: $$packages; run 'make setup'" >&2; exit 1; }

need-tests: PACKAGES = $(call missing,$(NEEDS) $(NEEDS_TESTS))
need-tests:
	@packages='$(PACKAGES)'; [ -z "$$packages" ] || { echo "what tests need is missing: 'make setup-tests' installs $$packages; 'tests/run' runs what can be run without" >&2; exit 1; }

# ---- the compiler ---------------------------------------------------------------------------------------

# Bit for bit what C without contraction is.
$(BUILD)/interpret_step.o $(BUILD)/interpret_value.o $(BUILD)/run_kernel.o $(BUILD)/ops.o: CFLAGS += -ffp-contract=off

$(BUILD)/dtc: $(BUILD)/main.o $(COMPILER) $(BUILD)/libdtc.a
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Without what prints C: tests/without.
PRINTER := $(patsubst compiler/c/%.c,$(BUILD)/%.o,$(wildcard compiler/c/*.c))
$(BUILD)/dtc-without-c: tests/without/stub.c $(BUILD)/main.o $(filter-out $(PRINTER),$(COMPILER)) $(BUILD)/libdtc.a
	$(call say,LINK,$@)$(CC) -std=c11 $(CPPFLAGS_ALL) $(CFLAGS) $(WARN) $(LDFLAGS) -o $@ $^ $(LIBS)

vpath %.c $(PARTS)
# Where what was built is looked for at last.
$(BUILD)/model.o: CPPFLAGS_ALL += -DDTC_HOME_DEFAULT='"$(HOME_DIR)"'
# lapack_load.c and sqlite_load.c load these while it runs.
soname = $(shell objdump -p $$($(CC) -print-file-name=$(1)) | awk '$$1 == "SONAME" { print $$2 }')
LOADED := liblapacke.so libarpack.so libsqlite3.so
$(BUILD)/lapack_load.o: CPPFLAGS_ALL += -DLAPACKE_SO='"$(call soname,liblapacke.so)"' -DARPACK_SO='"$(call soname,libarpack.so)"'
$(BUILD)/sqlite_load.o: CPPFLAGS_ALL += -DSQLITE_SO='"$(call soname,libsqlite3.so)"'

$(BUILD)/%.o: %.c $(BUILD)/gram.h | $(BUILD)/version.h
	$(call say,CC,$<)$(CC) -std=c11 $(CPPFLAGS_ALL) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

$(BUILD)/version.h: VERSION | $(BUILD)
	@echo '#define VERSION "$(VERSION)"' >$@

# By its headers dtc knows whether a runtime is the one that its C is for: object_build.c.
HEADERS := $(sort $(wildcard runtime/*.h)) $(sort $(wildcard runtime/host/*.h))
$(BUILD)/headers.h: $(HEADERS) | $(BUILD)
	@echo "#define HEADERS_SUM $$(cat $(HEADERS) | gzip -1 | tail -c 8 | od -An -N4 -tu4 | tr -d ' ')U /* CRC-32 */" >$@
$(BUILD)/object_build.o: $(BUILD)/headers.h

$(BUILD)/gram.c $(BUILD)/gram.h &: compiler/parse/gram.y | $(BUILD)
	$(call say,BISON,$<)bison -Wall -Wno-yacc -Werror --header=$(BUILD)/gram.h -o $(BUILD)/gram.c $<

$(BUILD)/lex.c $(BUILD)/lex.h &: compiler/parse/lex.l | $(BUILD)
	$(call say,FLEX,$<)flex --header-file=$(BUILD)/lex.h -o $(BUILD)/lex.c $<

$(BUILD)/gram.o $(BUILD)/lex.o: $(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/gram.h $(BUILD)/lex.h
	$(call say,CC,$<)$(CC) -std=c11 $(CPPFLAGS_ALL) $(CFLAGS) -Wall -Wextra -Wno-unused-function -MMD -MP -c -o $@ $<

# Styles and scripts of pages, as texts of C. The modules of the script, an importing one after what it imports.
PAGE    := tools/page
MODULES := names numbers dom values choose view marks pens chart panel tree sheets labels diagram export main
SCRIPT  := $(PAGE)/vendor/uPlot.iife.min.js $(MODULES:%=$(PAGE)/%.js)
STYLE   := $(PAGE)/vendor/uPlot.min.css $(PAGE)/page.css
STUDY   := $(PAGE)/names.js $(PAGE)/numbers.js $(PAGE)/dom.js $(PAGE)/study.js $(PAGE)/study.css
DRAWN   := tools/diagram/diagram.css tools/diagram/diagram_page.js
comma   := ,
listed   = $(subst $() ,$(comma),$(strip $(1)))
$(BUILD)/assets.c: tools/html/embed.sh tools/html/style.css $(STYLE) $(SCRIPT) $(STUDY) $(DRAWN) | $(BUILD)
	$(call say,EMBED,$@)sh $< asset_style=tools/html/style.css asset_page_style=$(call listed,$(STYLE)) asset_page_script=$(call listed,$(SCRIPT)) \
	  asset_study_style=$(PAGE)/study.css asset_study_script=$(call listed,$(filter %.js,$(STUDY))) \
	  asset_diagram_style=tools/diagram/diagram.css asset_diagram_script=tools/diagram/diagram_page.js >$@

$(BUILD)/assets.o: $(BUILD)/assets.c
	$(call say,CC,$<)$(CC) -std=c11 $(CPPFLAGS_ALL) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

# The runtime as a library, for those who link it; dtc itself hands out its sources.
$(BUILD)/libdtc.a: $(RUNTIME)
	$(call say,AR,$@)rm -f $@ && ar rcs $@ $^

# And for `dtc sim`, which loads models as shared objects.
SIM := $(patsubst runtime/%.c,%.o,$(wildcard runtime/*.c))
$(BUILD)/libdtc-sim.a: $(SIM:%=$(BUILD)/sim/%)
$(BUILD)/libdtc-sim-float.a: $(SIM:%=$(BUILD)/sim-float/%)
$(BUILD)/libdtc-sim.a $(BUILD)/libdtc-sim-float.a:
	$(call say,AR,$@)rm -f $@ && ar rcs $@ $^

$(BUILD)/sim/%.o: runtime/%.c | $(BUILD)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(STRICT) -O2 -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/sim-float/%.o: runtime/%.c | $(BUILD)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(STRICT) -O2 -fPIC -DDTC_FLOAT -MMD -MP -c -o $@ $<

# The compiler without main, for the unit tests.
$(BUILD)/libcompiler.a: $(COMPILER)
	$(call say,AR,$@)rm -f $@ && ar rcs $@ $^

# The desktop side of a run: solver, result files. A part of dtc itself.
$(BUILD)/host/%.o: runtime/host/%.c | $(BUILD)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) -std=c11 $(CPPFLAGS_ALL) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

$(BUILD)/runtime/%.o: runtime/%.c | $(BUILD)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(STRICT) -O2 -MMD -MP -c -o $@ $<

$(BUILD):
	mkdir -p $@

-include $(wildcard $(BUILD)/*.d $(BUILD)/runtime/*.d $(BUILD)/sim/*.d $(BUILD)/sim-float/*.d $(BUILD)/host/*.d $(BUILD)/tests/*.d)

# ---- tests ----------------------------------------------------------------------------------------------
# tests/run runs groups, and adds up; its head tells which belong to quick, test, check and longest.

$(BUILD)/tests/%: tests/unit/%.c $(BUILD)/libcompiler.a $(BUILD)/libdtc.a | $(BUILD)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) -std=c11 $(CPPFLAGS_ALL) -Iruntime -Itests $(CFLAGS) $(WARN) -MMD -MP -o $@ $< $(BUILD)/libcompiler.a $(BUILD)/libdtc.a $(LIBS)

quick: all $(UNIT)
	@BUILD=$(abspath $(BUILD)) CC=$(CC) tests/run quick

test: need-tests all $(UNIT)
	@BUILD=$(abspath $(BUILD)) CC=$(CC) tests/run test

check: need-tests all $(UNIT) sanitized
	@BUILD=$(abspath $(BUILD)) CC=$(CC) tests/run all

# From a machine with nothing but git, make and a compiler to the last test: what .ci/run calls.
verify: setup-tests
	@$(MAKE) --no-print-directory check

bless: all
	@BUILD=$(abspath $(BUILD)) CC=$(CC) BLESS=1 tests/run test

sanitized:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/sanitized CC=clang CFLAGS='$(SANITIZE)' all

bench: all
	@for b in tests/bench/*.sh; do BUILD=$(abspath $(BUILD)) CC=$(CC) $$b || exit 1; done

fuzz: all
	@BUILD=$(abspath $(BUILD)) CC=$(CC) tests/fuzz/run.sh

msl: all
	@BUILD=$(abspath $(BUILD)) tests/modelica/long.sh

MUTANTS ?= 100
SEED    ?= 1
longest: all
	@BUILD=$(abspath $(BUILD)) CC=$(CC) tests/run longest

mutants: all
	@BUILD=$(abspath $(BUILD)) CC=$(CC) python3 -B tests/mutants/run.py --count $(MUTANTS) --seed $(SEED) $(FILES)

# ---- demo -----------------------------------------------------------------------------------------------

DEMO := zf4hp22
demo: setup
	@$(MAKE) --no-print-directory all
	@mkdir -p $(BUILD)/demo
	$(BUILD)/dtc models/$(DEMO)/$(DEMO).dtm -o $(BUILD)/demo/$(DEMO).c
	$(BUILD)/dtc sim models/$(DEMO)/$(DEMO).dtm --method euler --units -o $(BUILD)/demo/$(DEMO).csv
	DTC=$(BUILD)/dtc models/$(DEMO)/plot.sh $(BUILD)/demo/$(DEMO).csv $(BUILD)/demo/$(DEMO).png
	@ls -l $(BUILD)/demo

# What pages of runs take from others, anew: from npm, of the version that is written there.
vendor:
	tools/page/vendor/fetch.sh tools/page/vendor

# The pictures of docs/gears.md and of the readmes of the models, these each from a run of 0.1 ms (three_inertia, clonk) or 1 ms steps;
# of hybrid_ravigneaux under the numbers of the source as well.
MODELS := three_inertia two_blocks autogear4 zf4hp22 hybrid_ravigneaux nonlinear_springs clonk
pictures: all
	@mkdir -p $(BUILD)/demo
	@for m in $(MODELS); do h=1e-3; case $$m in three_inertia | clonk) h=1e-4 ;; esac; \
	  $(BUILD)/dtc sim models/$$m/$$m.dtm --method euler --step $$h -o $(BUILD)/demo/$$m.mat && \
	  DTC=$(BUILD)/dtc models/$$m/plot.sh $(BUILD)/demo/$$m.mat models/$$m/$$m.png || exit 1; done
	@for m in clutch_judder launch split_mu prius_1998 p2_hybrid electric_axle truck12; do DTC=$(abspath $(BUILD))/dtc models/$$m/figures.sh $(abspath $(BUILD))/demo || exit 1; done
	@BUILD=$(abspath $(BUILD)) CC=$(CC) PICTURES=models/hybrid_ravigneaux tests/bench/hybrid.sh
	DTC=$(BUILD)/dtc WORK=$(BUILD)/demo models/drive4/pictures.sh models/drive4
	DTC=$(BUILD)/dtc WORK=$(BUILD)/demo models/drive4/modes.sh models/drive4
	DTC=$(BUILD)/dtc WORK=$(BUILD)/demo models/drive_cycle/pictures.sh models/drive_cycle
	DTC=$(BUILD)/dtc WORK=$(BUILD)/demo models/manual5/pictures.sh models/manual5
	DTC=$(BUILD)/dtc WORK=$(BUILD)/demo models/dual_clutch7/pictures.sh models/dual_clutch7
	DTC=$(BUILD)/dtc WORK=$(BUILD)/demo models/full_throttle/pictures.sh models/full_throttle
	DTC=$(BUILD)/dtc WORK=$(BUILD)/demo models/hydraulic_shift/pictures.sh models/hydraulic_shift
	$(BUILD)/dtc sim models/zf4hp22/zf4hp22.dtm --quiet --audit -o $(BUILD)/demo/page.html
	chromium --headless --no-sandbox --hide-scrollbars --window-size=1280,1290 --virtual-time-budget=8000 --screenshot=docs/page.png file://$(abspath $(BUILD))/demo/page.html
	chromium --headless --no-sandbox --hide-scrollbars --window-size=1280,1000 --virtual-time-budget=8000 --screenshot=docs/page_diagram.png 'file://$(abspath $(BUILD))/demo/page.html#Diagram'
	$(BUILD)/dtc gears models/zf4hp22/zf4hp22.dtm --sub gearbox --picture lever --gear 3 -o docs/gears_lever.svg
	$(BUILD)/dtc gears models/zf4hp22/zf4hp22.dtm --sub gearbox --picture stick -o docs/gears_stick.svg
	$(BUILD)/dtc diagram models/zf4hp22/zf4hp22.dtm --sub gearbox -o docs/diagram.svg

# The extension of Visual Studio Code, as a file to install: by npm, of versions that suit node 18.
vsix: | $(BUILD)
	@if ! command -v npm >/dev/null; then echo 'vsix: skipped, node and npm are not there'; exit 0; fi; \
	rm -rf $(BUILD)/vsix && cp -R tools/editors/vscode $(BUILD)/vsix && cp LICENSE docs/editor.md $(BUILD)/vsix && mv $(BUILD)/vsix/editor.md $(BUILD)/vsix/README.md && \
	cd $(BUILD)/vsix && npm install --omit=dev --no-audit --no-fund && \
	npx --yes @vscode/vsce@3.9.2 package --allow-missing-repository --baseContentUrl . -o ../dtc.vsix

# The reference of the library: for a browser, and as Markdown.
doc: all
	$(BUILD)/dtc doc -o $(BUILD)/library.html
	$(BUILD)/dtc doc -o $(BUILD)/library.md

# The picture of docs/accuracy.md, from its table.
accuracy: all
	@BUILD=$(abspath $(BUILD)) CC=$(CC) PICTURE=docs/accuracy.png tests/bench/accuracy.sh

# The tables and pictures of docs/switching.md.
switching: all
	@BUILD=$(abspath $(BUILD)) CC=$(CC) PICTURES=docs tests/bench/switching.sh

# The tables and pictures of docs/methods.md.
methods: all
	@BUILD=$(abspath $(BUILD)) CC=$(CC) PICTURES=docs tests/bench/methods.sh
	@BUILD=$(abspath $(BUILD)) CC=$(CC) PICTURES=docs tests/bench/elements.sh
	@BUILD=$(abspath $(BUILD)) tests/bench/collision.sh

# ---- installation ---------------------------------------------------------------------------------------

BIN   = $(DESTDIR)$(PREFIX)/bin/$(PROGRAM)
SHARE = $(DESTDIR)$(PREFIX)/share/dtc
# What to read: README and docs with the models that they tell of, side by side as they link to each other; the library as HTML.
DOC   = $(DESTDIR)$(PREFIX)/share/doc/$(PROGRAM)
# What shells and man look for, by the name of the program.
MAN   = $(DESTDIR)$(PREFIX)/share/man/man1/$(PROGRAM).1
BASH  = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$(PROGRAM)
ZSH   = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_$(PROGRAM)
# The runtime for programs with a step of their own, by pkg-config; what leads to it is relative to the file itself.
LIBS_DIR = $(DESTDIR)$(PREFIX)/lib
PC       = $(LIBS_DIR)/pkgconfig
# $(call pc,suffix of the name,precision,flags)
PC_PREFIX  = $${pcfiledir}/../..
PC_INCLUDE = $${prefix}/share/dtc/runtime
PC_LIB     = $${prefix}/lib
pc = printf '%s\n' 'prefix=$(PC_PREFIX)' '' 'Name: dtc-runtime$(1)' 'Description: what steps made by dtc are linked with, $(2) precision' \
     'Version: $(VERSION)' 'Cflags: -I$(PC_INCLUDE) -ffp-contract=off$(3)' \
     'Libs: -L$(PC_LIB) -ldtc-runtime$(1) -lm' >$(PC)/dtc-runtime$(1).pc
NAMED = sed 's/\([ _]\)dtc$$/\1$(PROGRAM)/'

# The device tree compiler (Debian: device-tree-compiler) is called dtc, too; what is no dtc of ours stays.
DEVICE_TREE = the device tree compiler is called dtc, too: PROGRAM=dtc-drivetrain installs this one as dtc-drivetrain

install: all
	@test ! -e $(BIN) || $(BIN) --version 2>/dev/null | grep -q '^dtc [0-9]' || { echo '$(BIN) is another program; $(DEVICE_TREE)' >&2; exit 1; }
	install -D -m 755 $(BUILD)/dtc $(BIN)
	rm -rf $(SHARE)/lib $(SHARE)/runtime
	mkdir -p $(SHARE)
	cp -R lib runtime $(SHARE)/
	install -m 644 $(BUILD)/libdtc-sim.a $(BUILD)/libdtc-sim-float.a LICENSE $(SHARE)/
	mkdir -p $(dir $(MAN) $(BASH) $(ZSH))
	$(BUILD)/dtc man > $(MAN)
	rm -rf $(DOC)
	mkdir -p $(DOC)
	cp -R README.md CONTRIBUTING.md CHANGELOG.md LICENSE docs models $(DOC)/
	$(BUILD)/dtc doc -o $(DOC)/library.html
	$(BUILD)/dtc completion bash | $(NAMED) > $(BASH)
	$(BUILD)/dtc completion zsh | $(NAMED) > $(ZSH)
	mkdir -p $(PC)
	install -m 644 $(BUILD)/libdtc-sim.a $(LIBS_DIR)/libdtc-runtime.a
	install -m 644 $(BUILD)/libdtc-sim-float.a $(LIBS_DIR)/libdtc-runtime-float.a
	@$(call pc,,double,)
	@$(call pc,-float,single, -DDTC_FLOAT)
	@echo 'installed: $(BIN); what to read, and the models: $(DOC)'
	@echo 'note: $(DEVICE_TREE)'

uninstall:
	rm -f $(BIN) $(MAN) $(BASH) $(ZSH)
	rm -f $(LIBS_DIR)/libdtc-runtime.a $(LIBS_DIR)/libdtc-runtime-float.a $(PC)/dtc-runtime.pc $(PC)/dtc-runtime-float.pc
	rm -rf $(SHARE) $(DOC)

# ---- packages -------------------------------------------------------------------------------------------
# Their bytes depend on what goes in alone: the time in them is that of the last commit, or of the sources.

DIST    := $(BUILD)/dist
TARBALL := $(DIST)/dtc-drivetrain-$(VERSION).tar.gz
EPOCH    = $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y VERSION)

dist:
	@mkdir -p $(DIST)
	git archive --prefix=dtc-drivetrain-$(VERSION)/ HEAD | gzip -9n >$(TARBALL)

deb: dist
	SOURCE_DATE_EPOCH=$(EPOCH) tools/package/deb.sh $(TARBALL) $(abspath $(BUILD))/deb $(abspath $(DIST)) '$(foreach n,$(NEEDS),$(lastword $(subst :, ,$(n))))'

# The program of the wheel: what it loads is beside it, and nothing of where it was built.
$(BUILD)/wheel/model.o: tools/command/model.c $(BUILD)/model.o
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) -std=c11 $(CPPFLAGS_ALL) -DDTC_HOME_DEFAULT='"/usr/lib/dtc-drivetrain"' $(CFLAGS) $(WARN) -c -o $@ $<

$(BUILD)/wheel/dtc: $(BUILD)/main.o $(filter-out $(BUILD)/model.o,$(COMPILER)) $(BUILD)/wheel/model.o $(BUILD)/libdtc.a
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(LDFLAGS) -s -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../libs' -o $@ $^ $(LIBS)

wheel: all $(BUILD)/wheel/dtc
	SOURCE_DATE_EPOCH=$(EPOCH) python3 -B tools/package/wheel.py --program $(BUILD)/wheel/dtc --archives $(BUILD) $(foreach l,$(LOADED),--load $(call soname,$(l))) --linked $$($(CC) -print-file-name=libsundials_cvode.a) --out $(DIST)

clean:
	rm -rf $(BUILD)
