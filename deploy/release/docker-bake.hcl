# The images of a release, for both architectures. docker compose builds those of a developer's machine.
#   docker buildx bake --file deploy/release/docker-bake.hcl --print
variable "REGISTRY" { default = "two-tier-testbed" }
variable "VERSION" { default = "unknown" }
variable "COMMIT" { default = "unknown" }

group "default" {
  targets = ["frontend-api", "backend-api", "load"]
}

target "release" {
  name       = image
  matrix     = { image = ["frontend-api", "backend-api", "load"] }
  dockerfile = "${image}/Dockerfile"
  tags       = ["${REGISTRY}/${image}:${VERSION}"]
  platforms  = ["linux/amd64", "linux/arm64"]
  args       = { VERSION = VERSION, COMMIT = COMMIT }
}
