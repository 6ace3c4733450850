using System.Text.Json;

namespace Studies.Claims.Catalog;

internal static class Prodan
{
    private const int AtOnce = 300;

    /// <summary>As many as the source took, one every ten minutes of six hours.</summary>
    private const int Parts = 36;

    /// <summary>The runtime counts its sockets' bytes once a second.</summary>
    private static readonly TimeSpan CountersAreOld = TimeSpan.FromSeconds(2);

    private const string OldGo = "this Go is Debian's, 1.19 of 2022, and this .NET of 2025";

    /// <summary>After a request they are not zero.</summary>
    private static readonly string[] Moving =
    [
        "http_server_request_duration_seconds_count", "http_server_request_duration_seconds_sum", "dotnet_process_cpu_time_seconds_total",
        "dotnet_process_memory_working_set_bytes", "process_network_io_bytes_total",
    ];

    /// <summary>What is read from the disk may be in memory already.</summary>
    private static readonly string[] Wanted = ["process_disk_io_bytes_total"];

    private static Ingesting PerRequest { get; } = new("per-request-sync", "/ingest/event?client=per-request&mode=sync");

    private static Ingesting Shared { get; } = new("shared-async", "/ingest/event?client=shared&mode=async");

    private static Ingesting Backend { get; } = new("back-end", "/ingest/data");

    private static Ingesting Go { get; } = new("go", "/ingest/event") { IsGo = true };

    private static Ingesting Workstation { get; } = Shared with { Name = "workstation", Runtime = new Dictionary<string, string> { ["DOTNET_gcServer"] = "0" } };

    /// <summary>As in 2016: it did not adapt the number of its heaps.</summary>
    private static Ingesting Server { get; } = Shared with
    {
        Name = "server",
        Runtime = new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["DOTNET_GCDynamicAdaptationMode"] = "0" },
    };

    public static Source Source { get; } = new(
        "Prodan, 2016",
        "ASP.NET Core vs Go data ingestion benchmark, 2016-10-17",
        "ASP.NET Core beside Go",
        [
            new Claim("B1", "a new HttpClient for each call, blocking", Then.Yardstick("319 req/s · mean 157 ms"),
                async lab => Compared.Yardstick(await Result(lab, PerRequest, Shared))),
            new Claim("B2", "one HttpClient for all, async, against B1", new Then(936 / 319.0, "936 req/s, against 319"),
                lab => Against(lab, PerRequest, Shared)),
            new Claim("B3", "three front-ends behind a balancer, against one; here each with 0.15 of a core", new Then(1615 / 936.0, "1 615 req/s, against 936"),
                lab => ScaledOut(lab, "net")),
            new Claim("B4", "the back-end alone, against B2", new Then(4000 / 936.0, "4 000 req/s, against 936"),
                lab => Against(lab, Shared, Backend)),
            new Claim("B5", "Go, against B2", new Then(3213 / 936.0, "3 213 req/s, against 936"),
                lab => Against(lab, Shared, Go),
                new Reason(Verdict.NoLongerHolds, OldGo)),
            new Claim("B5b", "three front-ends in Go, against one, as in B3", new Then(9017 / 3213.0, "9 017 req/s, against 3 213"),
                lab => ScaledOut(lab, "go")),
            new Claim("B6", $"B5 at {AtOnce} connections", new Then(6051 / 1324.0, "6 051 req/s, against 1 324"),
                lab => Against(lab, Shared, Go, AtOnce),
                new Reason(Verdict.NoLongerHolds, $"{OldGo}; and its client keeps 100 connections, as the source's did, and opens the others anew")),
            new Claim("B7", "working set of ASP.NET Core's front-end under load, against Go's", new Then(224 / 9.1, "224 MB, against 9.1"),
                async lab => NoGo(Go) ?? Compared.Level(await Result(lab, Go, Shared), "working_set_mb", "MB")),
            new Claim("B8", "Server GC takes the front-end's memory to many times what Workstation GC does: anonymous memory",
                new Then(2000 / 224.0, "2 GB, against 224 MB"),
                async lab => Compared.Level(await Result(lab, Workstation, Server), "anonymous_mb", "MB"),
                new Reason(Verdict.Differs, "a Server heap is one for each core, and here are two")),
            new Claim("B9", "after some tens of thousands of requests at c=100 every call of the client fails", Then.Said, Exhausted,
                new Reason(Verdict.NoLongerHolds, "one client keeps its connections, and no port is used up")),
            new Claim("B10", $"throughput falls now and then, and Go's does not: the lowest tenth of {Parts} turns of 2 s by their median, against Go's",
                new Then(200 / 936.0, "200 req/s of 936, against Go's steady ones"), Steady),
            new Claim("B11", "metrics show rate, latency, CPU, memory and network of a service, and have its disk", Then.Said, Metrics),
        ]);

    private static async Task<Now> Against(Laboratory lab, Ingesting baseline, Ingesting other, int connections = 50) =>
        NoGo(baseline, other) ?? Compared.Throughput(await Result(lab, baseline, other, connections));

    private static Now? NoGo(params Ingesting[] variants) => variants.Any(variant => variant.IsGo) && !IngestGo.CanBuild
        ? Now.NotMeasured("Go is not installed here")
        : null;

    private static Task<JsonElement> Result(
        Laboratory lab, Ingesting baseline, Ingesting other, int connections = 50, int rounds = Laboratory.Rounds) =>
        lab.CompareAsync($"{other.Name}-against-{baseline.Name}-{connections}-{rounds}", async () =>
        [
            Command.Scenario("ingestion"), "--baseline", baseline.Name, "-c", $"{connections}", "--settle", "5s", "--slice", "2s",
            "--variants", $"[{await baseline.StartAsync(lab)}, {await other.StartAsync(lab)}]",
        ], rounds);

    private static async Task<Now> ScaledOut(Laboratory lab, string language)
    {
        if (!File.Exists("/var/run/docker.sock"))
            return Now.NotMeasured("there is no Docker engine here");
        var line = Printed.One(await lab.ScaleOutAsync(),
            $@"^ +{language} +(?<one>[\d ]+?) {{2,}}(?<two>[\d ]+?) {{2,}}(?<three>[\d ]+?) {{2,}}(?<value>[\d.]+) \[(?<lo>[\d.]+), (?<hi>[\d.]+)\]");
        return new Now
        {
            Ratio = new Estimate(Printed.Number(line, "value"), Printed.Number(line, "lo"), Printed.Number(line, "hi")),
            Figures = $"{line.Groups["three"]} req/s, against {line.Groups["one"]}; with two {line.Groups["two"]}",
        };
    }

    private static async Task<Now> Exhausted(Laboratory lab)
    {
        var result = await lab.RunFailingAsync("exhausted", async () =>
            [Command.Scenario("ingestion"), .. await Shared.OnlyAsync(lab), "--count", "100000", "-c", "100"]);
        var run = result.GetProperty("variants")[0];
        var (errors, requests) = (run.GetProperty("errors").GetInt64(), run.GetProperty("requests").GetInt64());
        var opened = run.GetProperty("tiers").GetProperty("front-end").GetProperty("connections_opened").GetDouble();
        return new Now { Shown = errors > requests / 10, Figures = $"{errors} of {requests} failed, {opened:0} connections opened" };
    }

    // In turns, so that what the machine does strikes both. What is rare has no interval.
    private static async Task<Now> Steady(Laboratory lab)
    {
        if (NoGo(Go) is { } missing)
            return missing;
        var result = await Result(lab, Go, Shared, rounds: Parts);
        var (go, net) = (Lowest(result, Go), Lowest(result, Shared));
        return new Now
        {
            Ratio = Estimate.Exactly(net / go),
            Figures = $"{Figures.Of(net)} of their median, against {Figures.Of(go)}",
        };
    }

    private static double Lowest(JsonElement result, Ingesting variant)
    {
        double[] parts =
        [
            .. Compared.Variant(result, variant.Name).GetProperty("rounds").EnumerateArray()
                .Select(round => round.GetProperty("rps").GetDouble()).Order(),
        ];
        return parts.Take(parts.Length / 10).Average() / parts[parts.Length / 2];
    }

    private static async Task<Now> Metrics(Laboratory lab)
    {
        var frontend = await lab.Tiers.StartFrontendAsync(await lab.BackendAsync());
        await lab.Tiers.GetAsync(new(frontend, "/api/customer/1"));
        await lab.Tiers.WaitAsync(CountersAreOld);
        var text = await lab.Tiers.GetAsync(new(frontend, "/metrics"));
        string[] absent =
        [
            .. Moving.Where(name => MetricsText.Sum(text, name) <= 0),
            .. Wanted.Where(name => !text.Contains($"\n{name}", StringComparison.Ordinal)),
        ];
        return new Now { Shown = absent.Length == 0, Figures = absent.Length == 0 ? string.Join(", ", (string[])[.. Moving, .. Wanted]) : $"without {string.Join(", ", absent)}" };
    }
}
