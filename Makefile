.DEFAULT_GOAL := help

STUDIES = dotnet run -c Release --project studies --verbosity quiet --
export STUDIES

help: ## Show this help
	@awk -F ':.*## ' '/^##@ / { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-13s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Run
demo: ## Compare strategies (3 minutes): SET=payloads|libraries|blocking|protocols LIVE=1
	@echo "  build      the first build takes half a minute"
	@$(STUDIES) demo $(if $(SET),--set $(SET)) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(LIVE),--live) $(ARGS)

stage: ## Show the strategies under load that does not end; keys swap them
	@$(STUDIES) stage $(ARGS)

talk: ## Give the talk of docs/talk.md: a window for the room, one for notes
	@$(STUDIES) talk $(if $(RECORDED),--recorded) $(ARGS)

act: ## Show one act of the talk: N=3; RECORDED=1 plays its recording
	@$(STUDIES) talk --act $(or $(N),$(error N=3 names the act)) $(if $(RECORDED),--recorded) $(ARGS)

rehearse: ## Try every act on this computer (5 minutes): N=3 tries one
	@$(STUDIES) rehearse $(if $(N),--act $(N)) $(ARGS)

serve: ## Start the services on ports 5100 to 5103 until Ctrl-C: PORT=6100 TLS=1
	@$(STUDIES) serve $(if $(PORT),--port $(PORT)) $(if $(TLS),--tls) $(ARGS)

up: ## Start both services, Prometheus and Grafana in containers: TLS=1
	@docker/up.sh

SCENARIO ?= strategies
load: ## Send load to the containers: SCENARIO=smoke LIVE=1
	@SCENARIO=$(SCENARIO) LIVE=$(LIVE) docker/load.sh

down: ## Stop and remove the containers, their networks and data
	@docker compose --profile "*" down --volumes --remove-orphans

clean-images: ## Remove the images that make up has built
	@docker image ls --quiet --filter reference='two-tier-testbed/*' | sort -u | \
	  xargs --no-run-if-empty docker image rm --force

##@ Look
logs: ## Follow the logs of the containers
	@docker compose logs --follow --tail 100

dashboards: ## Check that every panel shows data (2 minutes)
	@$(MAKE) --no-print-directory -C grafana check

browse: ## Test the pages in a browser (3 minutes)
	@$(MAKE) --no-print-directory -C web test

site: ## Write the documentation as web pages to artifacts/site
	@$(MAKE) --no-print-directory -C web site

##@ Measure
study: ## List the studies, or run one: NAME=ingestion ROUNDS=3 LIVE=1
	@$(STUDIES) $(or $(NAME),list) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(LIVE),--live) $(ARGS)

drill: ## Cause incidents and score the alerts (50 minutes): INCIDENTS=file.yaml; or watch: QUIET=60
	@$(STUDIES) drill $(NAME) $(if $(INCIDENTS),--incidents $(INCIDENTS)) $(if $(QUIET),--quiet $(QUIET)) $(ARGS)

claims: ## Measure the claims (hours; writes to results); one: make claim ID=A5
	@$(STUDIES) claims $(ID) $(if $(STARTS),--starts $(STARTS)) $(if $(PUBLISH),--publish) $(ARGS)

machine: ## Measure five headline rows here, and pack them (15 minutes)
	@$(STUDIES) claims A1p A3b B2 Q1b Q2 --starts 10 --bundle $(ARGS)

verify: ## Compute ledger, pages and tables again: SOURCES=folder BUNDLE=file
	@$(STUDIES) verify $(if $(SOURCES),--sources $(SOURCES)) $(if $(BUNDLE),--bundle $(BUNDLE)) $(ARGS)

# Seven iterations of a quarter of a second. FULL=1 lets BenchmarkDotNet decide, and renews benchmarks/results.
BENCH = --iterationTime 250 $(if $(findstring --filter,$(ARGS)),,--filter "*") \
  $(if $(FULL),--artifacts benchmarks,$(if $(findstring --job,$(ARGS)),,--job short --iterationCount 7))
bench: ## Run the benchmarks (20 minutes): ARGS="--filter *Buffering*"
	@dotnet run -c Release --project benchmarks --verbosity quiet -- \
	  $(if $(filter --list --help,$(ARGS)),,$(BENCH)) $(ARGS)

##@ Develop
# A program of tests in which nothing ends for five minutes is stopped; the report then names the test, beside its dump.
TEST = dotnet test --solution Testbed.slnx -c Release --hangdump --hangdump-timeout 5m \
  --report-trx --results-directory artifacts/test-results
test: ## Run the fast tests (1 minute)
	$(TEST) --filter-not-trait Slow=true $(ARGS)

test-slow: ## Run the tests that start programs, and the long ones (1 minute)
	$(TEST) --filter-trait Slow=true --filter-not-trait 'Study=*' --ignore-exit-code 8 $(ARGS)

test-all: ## Run all tests
	$(TEST) --filter-not-trait 'Study=*' $(ARGS)

build: ## Build everything, with warnings as errors
	dotnet build -c Release

check: package rules deployment ## Check package, rules, manifests and workflows

release: ## Make a release in artifacts/release: VERSION=1.0.0 (DRY=1 does not tag)
	@DRY=$(DRY) deploy/release/release.sh "$(VERSION)"

clean: ## Remove everything that was built or measured
	rm -rf artifacts artifacts-* results

# docs/security.md
audit:
	@deploy/automation/audit.sh

# docs/security.md
locked:
	dotnet restore Testbed.slnx --locked-mode --verbosity quiet

# load/README.md
package:
	@load/check-package.sh

# Not in the help: parts of the targets above, and targets that other folders document.
claim:
	@$(if $(ID),,$(error ID=A3 names the claim))$(MAKE) --no-print-directory claims

# docs/tls.md
certificate:
	@$(STUDIES) certificate $(ARGS)

# web/Makefile
film:
	@$(MAKE) --no-print-directory -C web film RECORDING=$(abspath $(RECORDING))

overhead:
	@$(STUDIES) overhead $(ARGS)

# docs/metrics.md and RegisteredMetrics.g.cs from prometheus/metrics.yaml, docs/schemas from the load tool and from the
# types of claim files, and the pictures of essays from their results.
generate:
	@$(STUDIES) generate $(ARGS)

# docs/odd-servers.md
odd-servers:
	@dotnet build -c Release load/cli --verbosity quiet
	@node docs/odd-servers/odd-servers.js

# docker/README.md
stack:
	@if docker compose config | grep -q 'GF_SECURITY_ADMIN_PASSWORD: $(shell sed -n s/^GRAFANA_PASSWORD=//p .env)$$'; then \
	  echo "Everyone who reaches the node can reach Grafana. Set a password: make stack GRAFANA_PASSWORD=..." >&2; \
	  exit 1; fi
	@docker compose config | awk -f docker/for-swarm.awk | docker stack deploy --resolve-image never -c - testbed

containers:
	@docker/check.sh

crashes:
	@docker/crashes.sh

# prometheus/README.md
rules:
	promtool check config prometheus/prometheus.yml
	promtool test rules prometheus/tests/*.yml

alert:
	@$(STUDIES) drill $(NAME)

# Manifests, workflows, forms and schemas.
deployment: deploy/check/node_modules
	@for project in backend-api frontend-api load/cli; do dotnet build $$project -c Release --verbosity quiet || exit; done
	@cd deploy/check && npm run --silent check

%/node_modules: %/package-lock.json
	cd $(@D) && npm ci
	@touch $@

.PHONY: help demo stage talk act rehearse serve up load down clean-images logs dashboards browse study drill claims machine verify bench \
  test test-slow test-all build check clean site film certificate \
  claim overhead stack containers crashes rules alert deployment package generate odd-servers release audit locked
