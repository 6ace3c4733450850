.DEFAULT_GOAL := help

STUDIES = experiments/Runner/run.sh
export STUDIES

# Shells of web IDEs and of WSL have these variables for something else: only make's own arguments count.
$(foreach name,NAME PORT,$(if $(filter environment,$(origin $(name))),$(eval $(name) :=)))

# A line of the help is the comment after a target: ## for the help, ### for help-all only. ##@ begins a group.
help:
	@awk -F ':.* ## ' '/^##@ / { print "\n" substr($$0, 5) } \
	  /^[a-z-]+:.* ## / { printf "  make %-13s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

help-all: ## Show all targets
	@awk -F ':.* ###? ' '/^##@ / { print "\n" substr($$0, 5) } \
	  /^[a-z-]+:.* ###? / { printf "  make %-13s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Run it
demo: ## Compare strategies: SET=libraries ALL=1 STARTS=2 LIVE=1
	@$(STUDIES) demo $(if $(SET)$(ALL),--set $(or $(SET),strategies)) $(if $(STARTS),--starts $(STARTS)) $(if $(LIVE),--live) $(ARGS)

serve: ## Start the services until Ctrl-C: PORT=6100 TLS=1
	@$(STUDIES) serve $(if $(PORT),--port $(PORT)) $(if $(TLS),--tls) $(ARGS)

up: ## Start services, Prometheus and Grafana in containers: TLS=1
	@deploy/docker/up.sh

SCENARIO ?= strategies
load: ## Send each strategy to the containers, one after another: EACH=10 FLAG=http STRATEGY=refit COMPARE=1 SCENARIO=smoke LIVE=1
	@SCENARIO=$(SCENARIO) EACH=$(EACH) FLAG=$(FLAG) STRATEGY=$(STRATEGY) COMPARE=$(COMPARE) LIVE=$(LIVE) deploy/docker/load.sh

down: ## Stop and remove the containers and their data
	@docker compose --profile "*" down --volumes --remove-orphans

logs: ### Follow the logs of the containers
	@docker compose logs --follow --tail 100

clean-images: ### Remove the images that make up has built
	@docker image ls --quiet --filter reference='two-tier-testbed/*' | sort -u | \
	  xargs --no-run-if-empty docker image rm --force

stack: ### Deploy to a Swarm: GRAFANA_PASSWORD=...
	@config=$$(docker compose config) || exit; \
	if echo "$$config" | grep -q 'GF_SECURITY_ADMIN_PASSWORD: $(shell sed -n s/^GRAFANA_PASSWORD=//p .env)$$'; then \
	  echo "Everyone who reaches the node can reach Grafana. Set a password: make stack GRAFANA_PASSWORD=..." >&2; \
	  exit 1; fi; \
	echo "$$config" | awk -f deploy/docker/for-swarm.awk | docker stack deploy --resolve-image never -c - testbed

certificate: ### Make a certificate for https (docs/reference.md)
	@deploy/docker/certificate.sh $(ARGS)

##@ Show it
talk: ## Give the talk (docs/talk.md): RECORDED=1 REPOSITORY=url
	@$(STUDIES) talk $(if $(RECORDED),--recorded) $(ARGS)

act: ### Show one act of the talk: N=3 RECORDED=1
	@$(STUDIES) talk --act $(or $(N),$(error Name the act, such as N=3)) $(if $(RECORDED),--recorded) $(ARGS)

rehearse: ### Try every act on this computer (8 minutes): N=3 tries one
	@$(STUDIES) rehearse $(if $(N),--act $(N)) $(ARGS)

stage: ## Show strategies under endless load; keys switch them
	@$(STUDIES) stage $(ARGS)

##@ Work on it
# RESUME=1 goes on where the last run of a study or of claims has ended.
study: ## List studies, or run one: NAME=ingestion ROUNDS=3 LIVE=1 RESUME=1
	@$(STUDIES) $(or $(NAME),list) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(LIVE),--live) $(if $(RESUME),--resume) $(ARGS)

claims: ### Measure all claims (hours): NAME=open-questions STARTS=2 RESUME=1
	@$(STUDIES) claims $(NAME) $(if $(STARTS),--starts $(STARTS)) $(if $(RESUME),--resume) $(ARGS)

claim: ## List claims, or measure one: NAME=runtime-async STARTS=2 RESUME=1
	@$(STUDIES) claims $(or $(NAME),$(ID),--list) $(if $(STARTS),--starts $(STARTS)) $(if $(RESUME),--resume) $(ARGS)

verify: ## Check pages against results
	@$(STUDIES) verify $(ARGS)

# Seven iterations of a quarter of a second.
BENCH = --iterationTime 250 $(if $(findstring --filter,$(ARGS)),,--filter "*") \
  $(if $(findstring --job,$(ARGS)),,--job short --iterationCount 7)
bench: ### Run benchmarks: ARGS="--filter *Buffering*"
	@dotnet run -c Release --project experiments/benchmarks --verbosity quiet -- \
	  $(if $(filter --list --help,$(ARGS)),,$(BENCH)) $(ARGS)

overhead: ### Measure what features of the front-end cost
	@$(STUDIES) overhead $(ARGS)

build: ## Build everything, with warnings as errors
	dotnet build Testbed.slnx -c Release

# A program of tests in which nothing ends for five minutes is stopped; the report then names the test, beside its dump.
# BUILT says that everything is built.
TEST_OPTIONS = -c Release $(if $(BUILT),--no-build) --hangdump --hangdump-timeout 5m --report-trx --results-directory artifacts/test-results
TEST = dotnet test --solution Testbed.slnx $(TEST_OPTIONS)
test: ## Run the fast tests (2 minutes)
	$(TEST) --filter-not-trait Slow=true $(ARGS)

test-slow: ### Run the tests that start programs (1 minute)
	$(TEST) --filter-trait Slow=true --filter-not-trait Study=method --ignore-exit-code 8 $(ARGS)

test-all: ### Run all tests
	$(TEST) $(ARGS)

# Programs start on the newest runtime, and so do those that they start.
NEWEST = DOTNET_ROLL_FORWARD=LatestMajor artifacts/bin/$(1).Tests/release/$(1).Tests
test-newest: build ### Test the services on the newest .NET that is installed
	$(call NEWEST,ServiceDefaults)
	$(call NEWEST,BackendApi)
	$(call NEWEST,FrontendApi)
	$(call NEWEST,EndToEnd) -class '*EquivalenceTests' -class '*FuzzTests' -class '*IngestionTests'

test-aspire: ### Start the services with Aspire, and compare (1 minute)
	dotnet test --project tests/AppHost.Tests $(TEST_OPTIONS) $(ARGS)

check: package rules deployment ## Check package, rules, manifests and workflows

pack: ### Make the packages for all platforms, in artifacts/packages
	@rm -rf artifacts/packages
	@DRY=1 deploy/release/packages.sh artifacts/packages

package: ### Make the packages for this platform, and use them
	@load/check-package.sh

rules: ### Test the rules of Prometheus (prometheus/README.md)
	promtool check config prometheus/prometheus.yml
	promtool test rules prometheus/tests/*.yml

deployment: deploy/check/node_modules ### Check manifests, workflows, forms and schemas
	@for project in $(if $(BUILT),,backend-api frontend-api load/cli); do \
	  dotnet build $$project -c Release --verbosity quiet || exit; done
	@cd deploy/check && npm run --silent check

audit: ### Look for known vulnerabilities (docs/security.md)
	@deploy/automation/audit.sh

locked: ### Restore only what the lock files list (docs/security.md)
	dotnet restore Testbed.slnx --locked-mode --verbosity quiet

dashboards: ### Check that every panel shows data (2 minutes)
	@$(MAKE) --no-print-directory -C grafana check

browse: ### Test the pages in a browser (3 minutes)
	@$(MAKE) --no-print-directory -C web test

containers: ### Check the containers, and remove them: SHORT=1
	@deploy/docker/check.sh

crashes: ### Kill processes under load, check that they recover: KILLS=1
	@deploy/docker/crashes.sh

generate: ### Regenerate the files that are derived from other files
	@$(STUDIES) generate $(ARGS)

release: ### Make a release in artifacts/release: VERSION=1.0.0 DRY=1
	@DRY=$(DRY) deploy/release/release.sh "$(VERSION)"

clean: ### Remove everything that was built or measured
	rm -rf artifacts artifacts-*
	find results -mindepth 1 ! -name .gitkeep -delete

%/node_modules: %/package-lock.json
	cd $(@D) && npm ci
	@touch $@

.PHONY: help help-all demo serve talk act rehearse stage up load down logs clean-images stack certificate \
  study claims claim verify bench overhead \
  build test test-slow test-all test-newest test-aspire check pack package rules deployment audit locked dashboards \
  browse containers crashes \
  generate release clean
