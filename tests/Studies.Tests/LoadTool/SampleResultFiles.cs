namespace Studies.Tests.LoadTool;

internal static class SampleResultFiles
{
    public static LoadResult ReadComparison() => LoadResult.Parse(
        """
        {
          "schema": "urn:load:result:2", "kind": "compare", "id": "20261120-1200-x", "baseline": "slow",
          "validity": { "state": "valid", "checks": [ { "id": "reconciled", "state": "pass" } ] },
          "variants": [
            { "name": "slow", "url": "http://127.0.0.1:1/x", "requests": 100, "errors": 0, "statuses": { "200": 100 },
              "transport_errors": {}, "measured_s": 2.5, "throughput": { "median": 40, "lo": 39, "hi": 41, "unit": "req/s" },
              "ratio": null, "cpu_ratio": null, "latency": { "p50": 1.5, "p99": null, "max": 3, "unit": "ms" },
              "processes": { "target": { "cpu_ms": 0.5, "working_set_mb": 100, "anonymous_mb": 40 }, "back-end": null },
              "rounds": [ { "n": 1, "slot": 1, "rps": 39.5, "cpu_ms": { "target": 0.5 } } ] },
            { "name": "fast", "url": "http://127.0.0.1:2/x", "requests": 300, "errors": 1, "statuses": { "200": 299, "502": 1 },
              "transport_errors": {}, "measured_s": 2.5, "throughput": { "median": 120, "lo": 119, "hi": 121, "unit": "req/s" },
              "ratio": { "value": 3, "lo": 2.9, "hi": 3.1, "verdict": "faster" },
              "cpu_ratio": { "value": 0.5, "lo": 0.4, "hi": 0.6, "verdict": "cheaper" },
              "latency": { "p50": 0.5, "p99": 2, "max": 3, "unit": "ms" },
              "processes": { "target": { "cpu_ms": 0.25, "working_set_mb": 200, "anonymous_mb": 20 }, "back-end": null } }
          ]
        }
        """,
        "x.json");
}
