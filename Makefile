# Each target sets up all that it needs, in .venv, and is quick when called again. `make help` prints
# the lines that begin with ## as headings, and a comment with two # after a target.

PYTHON ?= python3
PINNED := 2.13.0
TORCH ?= $(PINNED)
# The assignment of `make sample` and `make grade`: make grade ASSIGNMENT=primer
ASSIGNMENT ?= autograd
ASSIGNMENTS := $(notdir $(patsubst %/,%,$(dir $(wildcard source/*/1-*.ipynb))))

# Another version of torch gets an environment of its own.
VENV := .venv$(if $(filter-out $(PINNED),$(TORCH)),-torch-$(TORCH))
BIN := $(VENV)/bin
DONE := $(VENV)/.done
export PATH := $(CURDIR)/$(BIN):$(PATH)
# nbjudge needs nbisolate, and neither is on the package index: pip installs both together.
PACKAGES := nbisolate nbjudge
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYDEVD_DISABLE_FILE_VALIDATION := 1
# Otherwise each command would compile again what it imports from packages/ and tests/.
unexport PYTHONDONTWRITEBYTECODE

# $(call program,COMMAND,PACKAGE): install a Debian package if its command is missing. Where that
# fails the target goes on: what needs the program says so itself.
program = @command -v $(1) >/dev/null || sh tools/maintain/apt-install $(2) || true

# $(call install,WHAT,SIZE,ARGUMENTS): pip install into .venv, and say what is downloaded. SIZE is
# rough, so that people know whether it is a matter of seconds or of minutes.
LOG := $(VENV)/install.log
install = @sh tools/maintain/pip-install "$(1)" "$(2)" $(LOG) $(3)

AS_ROOT = $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: help lab sample formgrader release check some-submitted grade bonus style test quick soak promises bench docs package

help:
	@awk -F ':.*## ' '/^## / {print (n++ ? "\n" : "") substr($$0, 4)} \
	  /^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

## For students

# Arguments for JupyterLab: make lab JUPYTER="--no-browser --port=8890"
lab: $(DONE)/lab ## open your copies of the notebooks (in work/) in JupyterLab; your work is never overwritten
	@python tools/students/work_copy.py release work
	@python tools/students/start.py work
	JUPYTER_CONFIG_PATH=$(CURDIR)/tools/students/settings jupyter lab --notebook-dir=work $(AS_ROOT) $(JUPYTER)

## For instructors

# A JupyterLab workspace opens formgrader in the full width of the window.
SETTINGS := $(CURDIR)/tools/grading/settings
open_formgrader = jupyter lab workspaces import $(SETTINGS)/formgrader.jupyterlab-workspace >/dev/null && \
	JUPYTER_CONFIG_PATH=$(SETTINGS) jupyter lab --notebook-dir=. $(AS_ROOT) $(JUPYTER)

# Grade ASSIGNMENT in the current folder. Exit code 3 of `nbjudge grade`: everything was graded, and
# some submissions need attention. The table lists them.
grade_course = { nbjudge grade $(ASSIGNMENT) --feedback || test $$? -eq 3; } && \
	nbgrader export --to=grades.csv --log-level=WARN && \
	nbjudge report $(ASSIGNMENT) && \
	nbjudge table $(ASSIGNMENT)

SAMPLE := sample
sample: $(DONE)/grade ## write a course with a sample class of twelve into sample/, grade it, and open formgrader there
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	@python tools/grading/sample_class.py $(ASSIGNMENT) $(SAMPLE)
	@cd $(SAMPLE) && $(grade_course)
	cd $(SAMPLE) && $(open_formgrader)

formgrader: $(DONE)/grade ## open JupyterLab on the course, with formgrader
	$(call program,bwrap,bubblewrap)
	@$(open_formgrader)

release: $(DONE)/lab ## update the shared modules in source/*/lab/ from their originals, and generate release/ from source/
	@python tools/maintain/sync_modules.py
	for name in $(ASSIGNMENTS); do nbgrader generate_assignment $$name --force || exit; done

check: $(DONE)/grade ## check the assignments for problems before you release them
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	for name in $(ASSIGNMENTS); do nbjudge check $$name || exit; done

some-submitted:
	@set -- submitted/*/$(ASSIGNMENT); test -e "$$1" || { \
	  echo "submitted/ has no submission of $(ASSIGNMENT). Put each into submitted/<student id>/$(ASSIGNMENT)/; to see a sample class, run: make sample"; \
	  exit 1; }

grade: some-submitted $(DONE)/grade ## release ASSIGNMENT, grade its submissions, and write feedback, grades.csv and a report
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	@nbgrader generate_assignment $(ASSIGNMENT) --force --log-level=ERROR
	@$(grade_course)
	@echo "Feedback is in feedback/, the grades are in grades.csv. Next: make formgrader opens formgrader."

bonus: $(DONE)/grade ## write bonus.csv: who gets the bonus of the lab
	@PYTHONPATH=tools/grading nbgrader export --exporter bonus.BonusExporter --to bonus.csv --log-level=WARN
	@echo "The bonus is in bonus.csv."

## For maintainers

# Tests of one file stay together, as many share what takes long to make. There is a process more
# than processors, as a fifth of the time goes by in waits. A test that hangs ends its process and
# fails; the other processes finish their files, and then the run ends. No process takes the place
# of the one that ended: with --dist loadfile, xdist would wait for ever for such a process.
RUN = pytest -n $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder \
  --timeout 1200 --timeout-method thread --max-worker-restart 0

# The tests of the course and of both packages, with one closing line.
TESTS = tests packages/nbisolate/tests packages/nbjudge/tests

style: $(DONE)/test ## check the style of Python files and notebooks (ruff), and the spelling
	@ruff check --quiet
	@ruff format --check --quiet
	@typos --format brief

# Arguments for pytest: make test PYTEST="-m attack"
test: $(DONE)/test style ## check the style, then run all tests except the long ones
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	@if command -v chromium >/dev/null; then \
	  $(RUN) $(TESTS) $(PYTEST); \
	else \
	  echo "Skipped, because Chromium is missing: the tests marked browser."; \
	  echo "Install it (apt install chromium) to run them, too."; \
	  $(RUN) $(TESTS) -m "not soak and not browser" $(PYTEST); \
	fi

QUICK = tests/repository/test_repository_rules.py tests/repository/test_public_api_use.py \
  tests/pages/test_links_and_commands.py tests/autograd/test_checks.py \
  'tests/assignments/test_release.py::test_reference_solutions_earn_full_points[nbjudge-primer/1-tensors-that-remember]'
quick: $(DONE)/test ## run the fast tests, about a minute
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	$(MAKE) --no-print-directory -C packages/nbjudge quick
	$(RUN) -q $(QUICK)

promises: $(DONE)/test ## check that each defense of both packages has a test that fails without it (part of soak)
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	$(MAKE) --no-print-directory -C packages/nbjudge promises

# Where the documentation site is built: make docs SITE=elsewhere
SITE ?= build/docs
docs: $(DONE)/docs $(DONE)/grade ## build the documentation site into build/docs/, with the notebooks' drawings and a graded sample class
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	python tools/maintain/site_notebooks.py docs
	python tools/maintain/site_pages.py docs
	python tools/maintain/site_sample.py docs
	python tools/grading/mistakes.py
	sphinx-build --quiet --fail-on-warning --keep-going docs $(SITE)
	@echo "The site is in $(SITE)/: open $(SITE)/index.html"

package: $(DONE)/test ## build the source distributions and wheels of nbisolate and nbjudge into dist/
	for name in $(PACKAGES); do python -m build packages/$$name --outdir dist || exit; done
	twine check --strict $(PACKAGES:%=dist/%-*)

# With other versions of Python, as in make soak PYTHONS="3.12 3.13", the tests of both packages that
# need no torch, each in an environment of its own.
PYTHONS ?=
ifneq ($(PYTHONS),)
soak: $(PYTHONS:%=soak-python-%)
else
# With another version of torch, as in make soak TORCH=2.15.0, the lab's tests in its environment.
soak: $(DONE)/test $(DONE)/docs ## run the long tests
	$(call program,bwrap,bubblewrap)
	$(call program,debootstrap,debootstrap)
	$(call program,qemu-system-x86_64,qemu-system-x86)
	$(if $(filter-out $(PINNED),$(TORCH)),$(RUN) tests -m "not soak and not browser",pytest $(TESTS) -m soak) $(PYTEST)
endif

soak-python-%: .venv-%/.done/test
	$(call program,bwrap,bubblewrap)
	PATH=$(CURDIR)/.venv-$*/bin:$$PATH $(RUN) $(PACKAGES:%=packages/%/tests) -m "not soak and not browser" $(PYTEST)

.venv-%/.done/test: $(PACKAGES:%=packages/%/pyproject.toml)
	@# pyenv's own python$* stands on the path and fails if that version is not chosen.
	for python in python$* ~/.pyenv/versions/$*.*/bin/python; do \
	  ! $$python -c '' 2>/dev/null || { $$python -m venv .venv-$* && exit; }; \
	done; echo "Python $* is not installed."; exit 1
	.venv-$*/bin/pip install --quiet --editable './packages/nbisolate[test]' \
	  --editable './packages/nbjudge[test,report,dask,postgres]'
	@mkdir -p $(@D) && touch $@

.PRECIOUS: .venv-%/.done/test

# The students of the sample class whose submissions are undamaged.
HONEST = amara boris chen divya emil farah
bench: $(DONE)/test ## measure how fast a class is graded
	$(call program,dot,graphviz)
	$(call program,bwrap,bubblewrap)
	@rm -rf build/bench
	@python tools/grading/sample_class.py autograd build/bench
	python packages/nbjudge/bench/run.py --course . --assignment autograd \
	  --submissions $(HONEST:%=build/bench/submitted/%/autograd)
	python packages/nbjudge/bench/plain.py
	python packages/nbjudge/bench/limit.py --course . --assignment autograd
	python packages/nbjudge/bench/hostile.py --course . --assignment autograd \
	  --submissions $(HONEST:%=build/bench/submitted/%/autograd)

$(DONE)/venv:
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || sh tools/maintain/apt-install python3-venv
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(DONE) && touch $@

# torch comes first and pinned: pip would else take the newest build, with gigabytes of CUDA.
$(DONE)/torch-$(TORCH): | $(DONE)/venv
	$(call install,PyTorch $(TORCH),200 MB (gigabytes with CUDA; docs/instructors.md says how to avoid that),torch==$(TORCH))
	@rm -f $(DONE)/torch-* && touch $@

# With pytest: assistants run the tests of the reference solutions.
$(DONE)/grade: EXTRAS = [report]
$(DONE)/grade: ALSO = pytest
$(DONE)/test: EXTRAS = [test,report,dask,postgres]
SIZE = 100 MB
$(DONE)/test: SIZE = 200 MB
$(DONE)/test: EXTRAS_OF_NBISOLATE = [test]
NBJUDGE := packages/nbjudge/src/nbjudge
DATA = $(shell find $(NBJUDGE)/labextension $(NBJUDGE)/server/config -type f)
EDITABLE = --editable './packages/nbisolate$(EXTRAS_OF_NBISOLATE)' --editable './packages/nbjudge$(EXTRAS)'
$(DONE)/lab $(DONE)/grade $(DONE)/test: $(PACKAGES:%=packages/%/pyproject.toml) requirements.txt $(DATA) $(DONE)/torch-$(TORCH)
	$(call install,JupyterLab and what the notebooks need,$(SIZE),--requirement requirements.txt $(EDITABLE) $(ALSO))
	@touch $@

$(DONE)/docs: docs/requirements.txt $(DONE)/lab
	$(call install,what builds the documentation,50 MB,--requirement docs/requirements.txt)
	@touch $@
