#!/usr/bin/env bash
# make crashes: kills the processes of the back-end, the front-end and Prometheus under load, five times each (KILLS).
# Checks that each is healthy again within 30 s without help, and that Prometheus shows what happened. Removes
# everything.
set -uo pipefail
cd "$(dirname "$0")/../.."
. deploy/docker/functions.sh

kills=${KILLS:-5}
limit=30000 # ms
name=container-check-crashes

inspect() { docker inspect --format "$1" "$(docker compose ps --all --quiet "$2")"; }

# Sends SIGKILL to the process from outside its container: Docker does not restart a container that docker kill has
# ended, and within a container the first process cannot be killed.
kill_process() { # SERVICE
  docker run --rm --pid host --user 0 --entrypoint sh "$(inspect '{{.Config.Image}}' prometheus)" \
    -c "kill -9 $(inspect '{{.State.Pid}}' "$1")"
}

url() { # SERVICE
  case $1 in
    prometheus) echo "http://$(docker compose port prometheus 9090)/-/ready" ;;
    # An aggregate, which needs both tiers.
    *) echo "http://$(docker compose port frontend-api 8080)/api/customer/17" ;;
  esac
}

# Whether a container has been restarted this often, is healthy, and answers through its published port.
recovered() { # SERVICE RESTARTS
  equal "$(inspect '{{.RestartCount}} {{.State.Health.Status}}' "$1")" "$2 healthy" &&
    curl --fail --silent --show-error --max-time 2 --output /dev/null "$(url "$1")"
}

# Kills a process and waits until its container has recovered. $took is the time since the kill in ms.
crash() { # SERVICE RESTARTS
  local start; start=$(date +%s%N)
  kill_process "$1" || return 1
  until recovered "$@"; do
    took=$((($(date +%s%N) - start) / 1000000))
    [ $took -lt $limit ] || return 1
    sleep 0.2
  done
  took=$((($(date +%s%N) - start) / 1000000))
  [ $took -lt $limit ]
}

# Whether a query gives 1. SINCE stands for the time from 5 s before the kill until now.
shows() { # QUERY
  equal "$(query "${1//SINCE/$(($(date +%s) - killed + 5))s}")" 1
}

# Both tiers and the load tool are scraped, and the front-end has had no error for 20 s.
is_calm() {
  shows 'sum(rate(load_requests_total{outcome="success"}[10s])) > bool 100' &&
    shows 'job:http_server_errors:ratio_rate20s{job="frontend-api"} == bool 0' &&
    shows 'count(up{job=~"frontend-api|backend-api"} == 1) == bool 2'
}

# A counter of a new process begins at 0.
shows_restart() { shows "resets(sum(dotnet_gc_heap_total_allocated_bytes_total{job=\"$1\"})[SINCE:1s]) == bool 1"; }
shows_errors() { shows 'max_over_time(job:http_server_errors:ratio_rate20s{job="frontend-api"}[SINCE]) > bool 0.01'; }
shows_failed_requests() {
  local errors='load_requests_total{outcome="error"}'
  shows "sum(max_over_time(${errors}[SINCE]) - min_over_time(${errors}[SINCE])) > bool 0"
}
# The newest sample is usually at most 2 s old.
shows_gap() { shows 'max(max_over_time((time() - timestamp(up{job="backend-api"}))[SINCE:1s])) > bool 3'; }

# Counts the samples of 20 s that end 3 s before the kill.
count_earlier() { query "sum(count_over_time(up{job=\"backend-api\"}[20s] @ $((killed - 3))))"; }
has_lost_nothing() { equal "$(count_earlier)" "${earlier:-some}"; }

need_clean_engine
trap 'make down > /dev/null 2>&1; rm -f "$log" "$log.load" results/*$name*' EXIT

echo "up"
check "make up: all healthy" make up
check "the load tool is built" docker compose build load
[ $failures -eq 0 ] || exit 1
SCENARIO= ARGS="--rate 200/s -c 20 --warmup 0s --duration 1h --name $name" deploy/docker/load.sh > "$log.load" 2>&1 &
load=$!

times=
for kill in $(seq "$kills"); do
  for service in backend-api frontend-api prometheus; do
    echo "$service, kill $kill of $kills"
    killed=$(date +%s)
    check "before: 200 requests a second, no error for 20 s" eventually is_calm
    killed=$(date +%s)
    earlier=$(count_earlier)
    took=$limit
    check "restarted, healthy and answering within $((limit / 1000)) s, without help" crash $service "$kill"
    times="$times$service $took"$'\n'
    case $service in
      backend-api)
        check "Prometheus shows the restart" eventually shows_restart $service
        check "Prometheus shows the errors of the front-end" eventually shows_errors
        ;;
      frontend-api)
        check "Prometheus shows the restart" eventually shows_restart $service
        check "Prometheus shows the failed requests of the load tool" eventually shows_failed_requests
        ;;
      prometheus)
        check "Prometheus shows the gap" eventually shows_gap
        check "Prometheus has lost no earlier sample" eventually has_lost_nothing
        ;;
    esac
  done
done

echo "after"
killed=$(date +%s)
check "200 requests a second, no error for 20 s" eventually is_calm
for service in backend-api frontend-api prometheus grafana; do
  expected=$([ $service = grafana ] && echo 0 || echo "$kills")
  check "$service was restarted $expected times" equal "$(inspect '{{.RestartCount}}' $service)" "$expected"
done
docker stop "$(docker ps --quiet --filter label=com.docker.compose.project=$project \
  --filter label=com.docker.compose.service=load)" > /dev/null
wait $load
check "make down" make down
check "no container, network or volume remains" equal "$(leftovers)" ""

echo "recovery in ms"
for service in backend-api frontend-api prometheus; do
  echo "  $service" $(awk -v service=$service '$1 == service { print $2 }' <<< "$times")
done
[ $failures = 0 ] || echo "$failures checks failed"
[ $failures = 0 ]
