.DEFAULT_GOAL := help

help: ## Show this help
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 16

build: ## Build everything, warnings as errors
	dotnet build -c Release

test: ## Run every test
	dotnet test --solution Testbed.slnx -c Release

.PHONY: help build test
