.DEFAULT_GOAL := help

# The images' labels.
export TESTBED_VERSION := $(shell sed -n 's:.*<Version>\(.*\)</Version>.*:\1:p' Directory.Build.props)
export TESTBED_COMMIT := $(shell git rev-parse HEAD 2> /dev/null || echo unknown)

# EXPORTER=prometheus-net builds the services with that, beside the others; NUGET is a folder that has its packages.
VARIANT = $(if $(EXPORTER),-p:MetricsExporter=$(EXPORTER) -p:ArtifactsPath=$(CURDIR)/artifacts-$(EXPORTER) \
  $(if $(NUGET),-p:RestoreAdditionalProjectSources=$(NUGET)))
STUDIES = dotnet run -c Release --project studies --verbosity quiet $(VARIANT) --

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Compare every strategy, on both tiers, on free ports (2 to 3 minutes); LIVE=1 shows it on a page
	@echo "  build      the first time takes half a minute"
	@$(STUDIES) demo $(if $(LIVE),--serve) $(ARGS)

serve: ## Start both tiers on ports 5100, 5101 and 5102, until Ctrl-C
	@$(STUDIES) serve $(ARGS)

overhead: ## Compare the front-end with an aggregator that has none of its features
	@$(STUDIES) overhead $(ARGS)

study: ## List the studies, or run one: NAME=ingestion ROUNDS=3 ARGS="…"
	@$(STUDIES) $(or $(NAME),list) $(if $(NAME),$(if $(ROUNDS),--rounds $(ROUNDS)) $(ARGS))

self: ## Compare a strategy with itself, ten times (about 5 minutes)
	@$(STUDIES) aa-test $(ARGS)

ingestion: ## Compare ways to hand payloads on, and the pair in Go, beside what the source published (4 minutes)
	@$(STUDIES) ingestion $(ARGS)

recovery: ## Kill the back-end under load, three times, and see how soon payloads flow as before (a minute)
	@$(STUDIES) recovery $(ARGS)

ports: ## Use up a thousand ports by a client for each payload, in a network namespace (half a minute)
	@$(STUDIES) port-exhaustion $(ARGS)

memory: ## Compare settings of the garbage collector by the front-end's memory (4 minutes)
	@$(STUDIES) gc-settings $(ARGS)

# Seven iterations of a quarter of a second, or as many as BenchmarkDotNet needs. What is measured at length is committed.
BENCH = --iterationTime 250 $(if $(FULL),--artifacts benchmarks,$(if $(findstring --job,$(ARGS)),,--job short --iterationCount 7)) \
  $(if $(findstring --filter,$(ARGS)),,--filter "*")
bench: ## Run the BenchmarkDotNet studies in short (about 10 minutes); FULL=1, ARGS="--filter *Buffering*"
	@dotnet run -c Release --project benchmarks --verbosity quiet -- $(BENCH) $(ARGS)

long-operation: ## Bursts on a slow operation, blocking and not (under 20 minutes); FULL=1, ARGS="10 100"
	@$(STUDIES) thread-pool-bursts $(if $(FULL),--full,$(ARGS))

cancellation: ## What it costs in connections when a fifth of the calls time out (2 minutes)
	@$(STUDIES) cancellation $(ARGS)

claims: ## Measure every claim of the sources again, and write docs/claims.md (40 minutes); FULL=1 for longer
	@$(STUDIES) claims $(if $(FULL),--full)

claim: ## The same, of one: ID=A3; RENEW=1 puts it into docs/claims.md
	@$(if $(ID),,$(error ID=A3 says which))$(STUDIES) claims $(ID) $(if $(FULL),--full) $(if $(RENEW),--renew)

up: ## Start all of it in containers, with Prometheus and Grafana, and print where
	@docker/up.sh

SCENARIO ?= strategies
load: ## Send load to what is up: make load SCENARIO=smoke
	@SCENARIO=$(SCENARIO) docker/load.sh

logs: ## Follow what the containers log
	@docker compose logs --follow --tail 100

down: ## Stop what is up and remove its containers, networks and data
	@docker compose --profile "*" down --volumes --remove-orphans

stack: ## Deploy the same on this node's Swarm: docker stack rm testbed ends it
	@docker compose config | awk -f docker/for-swarm.awk | docker stack deploy --resolve-image never -c - testbed

containers: ## Hold the containers to what docker/README.md says of them
	@docker/check.sh

scale-out: ## Compare 1, 2 and 3 CPU-limited front-ends behind a balancer, .NET and Go; kill one under load
	@$(STUDIES) scale-out $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SLICE),--slice $(SLICE)) $(if $(WARMUP),--warmup $(WARMUP)) $(ARGS)

memory-limits: ## Compare front-ends in containers of 64 and 256 MB with one that has no limit (5 minutes)
	@$(STUDIES) memory-limits $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SLICE),--slice $(SLICE)) $(ARGS)

dashboards: grafana/node_modules ## Prove that every panel of every dashboard shows something (3 to 4 minutes)
	@cd grafana && npm run --silent check
	@$(STUDIES) dashboards $(ARGS)

pictures: ## The same, and renew the pictures in docs/dashboards
	@PICTURES=docs/dashboards $(MAKE) --no-print-directory dashboards

exporters: ## The dashboards on prometheus-net too, where its package can be had
	@if dotnet restore studies $(VARIANT) > /dev/null 2>&1; then $(MAKE) --no-print-directory dashboards; \
	else echo "  prometheus-net skipped: no source has its package; NUGET=<folder> names one"; fi
exporters: EXPORTER = prometheus-net
export EXPORTER NUGET

pages: load/web/node_modules ## Make the pages that the load tool writes, from load/web
	@cd load/web && npm run --silent build

browse: load/web/node_modules ## Test the pages in a browser, and that they are what their sources make
	@dotnet build -c Release load --verbosity quiet
	@cd load/web && npm run --silent fresh && npm run --silent test

snapshot: load/web/node_modules ## Renew docs/live.png, the live page in the midst of a real demo
	@cd load/web && npm run --silent snapshot

RESULT ?= docs/results/20261120-1752-strategies.json
portrait: load/web/node_modules ## Draw docs/report.png, the top of a result's page: RESULT=results/x.json
	@dotnet run -c Release --project load -- report $(RESULT) > /dev/null
	@cd load/web && node build/picture.js $(abspath $(RESULT:.json=.html)) $(CURDIR)/docs/report.png

rules: ## Check Prometheus's configuration and test its rules
	promtool check config prometheus/prometheus.yml
	promtool test rules prometheus/tests/*.yml

alert: ## Make an alert fire, for real: NAME=TierDown, or all of them
	@$(STUDIES) alerts $(NAME)

kubernetes: deploy/kubernetes/check/node_modules ## Hold deploy/kubernetes to the types of the Kubernetes API, and to itself
	@cd deploy/kubernetes/check && npm run --silent check

%/node_modules: %/package-lock.json
	cd $(@D) && npm ci
	@touch $@

test: ## Run every test
	dotnet test --solution Testbed.slnx -c Release --timeout 10m --filter-not-trait 'Study=*' 'Planted=*'

build: ## Build everything, warnings as errors
	dotnet build -c Release

clean: ## Remove what was built and measured
	rm -rf artifacts artifacts-* results

.PHONY: help study demo serve overhead self ingestion recovery ports memory bench long-operation cancellation claims claim up load logs down stack \
  containers scale-out memory-limits kubernetes dashboards pictures exporters rules alert pages browse portrait snapshot test build clean
