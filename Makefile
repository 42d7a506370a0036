# One verb per job; `make` alone lists them. Every verb first sets up what it needs in
# .venv (exact versions, checked by hash), which is instant when nothing has changed.
#
#   make test ARGS="-k ground -x"      ARGS goes to the command behind the verb
#   make setup PYTHON=python3.12       another Python than the first suitable one

BIN := .venv/bin
RUNTIME := .venv/runtime.stamp
DEVELOPMENT := .venv/development.stamp
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --no-config --no-header \
	--universal --fork-strategy fewest --python-version 3.11 --generate-hashes

.DEFAULT_GOAL := help
.PHONY: help setup demo test check format bench docs sbom lock clean clean-cache FORCE

help: ## list the verbs
	@echo "make VERB, where VERB is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | \
		while IFS='|' read -r verb text; do printf '  %-12s %s\n' "$$verb" "$$text"; done

setup: $(DEVELOPMENT) ## make .venv with all that is needed to use and to change gaitsmith

demo: $(RUNTIME) ## learn to walk from a start that falls, and write the page to open
	@$(BIN)/gaitsmith demo $(ARGS)

test: $(DEVELOPMENT) ## run the tests
	@$(BIN)/python -m pytest $(ARGS)

check: $(DEVELOPMENT) ## check format, lint, types, import layers and spelling
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/basedpyright
	$(BIN)/lint-imports --no-logo
	$(BIN)/codespell

format: $(DEVELOPMENT) ## rewrite the code in the house format, with safe lint fixes
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: $(RUNTIME) ## measure the simulation core beside raw mj_step
	@$(BIN)/gaitsmith bench $(ARGS)

docs: $(DEVELOPMENT) ## build the documentation into build/docs; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@$(BIN)/gaitsmith gallery --output build/gallery
	cp -R build/gallery build/docs/site

sbom: $(DEVELOPMENT) ## list all packages, their licences and hashes (build/sbom.json)
	@$(BIN)/python scripts/sbom.py

lock: $(DEVELOPMENT) ## renew requirements/ from pyproject.toml (ARGS=--upgrade: newest)
	$(LOCK) --group build --output-file requirements/runtime.txt $(ARGS)
	$(LOCK) --group build --group development --constraints requirements/runtime.txt \
		--output-file requirements/development.txt $(ARGS)

clean: ## remove .venv and everything that was built
	rm -rf .venv build dist .pytest_cache .ruff_cache .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

clean-cache: $(RUNTIME) ## remove the compiled code that gaitsmith keeps on disk
	@$(BIN)/python -c 'import shutil; \
	from gaitsmith.kernels.compilation import CACHE_FOLDER as current; \
	[shutil.rmtree(folder) for folder in current.parent.glob("compiled-*") \
	if folder.parent.name == "gaitsmith"]'

# The stamps of a .venv that was left half made or copied from elsewhere mean nothing.
ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && cat .venv/complete 2>/dev/null),$(CURDIR))
$(RUNTIME): FORCE
endif

$(RUNTIME): requirements/runtime.txt pyproject.toml
	@PYTHON="$(PYTHON)" requirements/install.sh runtime

# After the runtime, never beside it: two installations would get in each other's way.
$(DEVELOPMENT): requirements/development.txt $(RUNTIME)
	@PYTHON="$(PYTHON)" requirements/install.sh development
