using System.Text.Json;

namespace Studies.Claims.Catalog;

internal static class Byterot
{
    /// <summary>Of a second each: two WebClients differ by little.</summary>
    private const int Rounds = 24;

    private const string Yardstick = "string-jsonconvert";
    private const string Compiling = "it compiles for each document, which weighs still more against reading one today";

    public static Source Source { get; } = new(
        "Byterot, 2014",
        "How poor performance of HttpContent.ReadAsAsync can affect your API/site, 2014-10-19",
        "what ReadAsAsync costs",
        [
            new Claim("A1", "blocking WebClient, against string + JsonConvert",
                new Then(394 / 230.0, "394 · 24 · 55 ms, against 230 · 20 · 144 ms"),
                lab => Against(lab, "webclient-sync", Yardstick),
                new Reason(Verdict.NoLongerHolds, "WebClient sits on HttpClient now, and adds to it")),
            new Claim("A2", "async WebClient, against the blocking one",
                new Then(485 / 394.0, "485 · 19 · 36 ms, against 394 · 24 · 55 ms"),
                lab => Against(lab, "webclient-async", "webclient-sync")),
            new Claim("A2b", "and takes a little more CPU for it", Then.Said,
                async lab => Dearer(await ResultOf(lab, "webclient-async", "webclient-sync"))),
            new Claim("A3", "ReadAsAsync, against string + JsonConvert: as the library does it today",
                new Then(41 / 230.0, "41 · 170 · 3 181 ms, against 230 · 20 · 144 ms"),
                lab => Against(lab, "read-as-async", Yardstick),
                new Reason(Verdict.NoLongerHolds, "the library keeps its formatters between calls")),
            new Claim("A3b", "the same, done as in 2014",
                new Then(41 / 230.0, "41 · 170 · 3 181 ms, against 230 · 20 · 144 ms"),
                lab => Against(lab, "read-as-async-2014", Yardstick),
                new Reason(Verdict.Differs, Compiling)),
            new Claim("A4", "string + JsonConvert", Then.Yardstick("230 req/s · 20 · 144 ms"),
                async lab => Compared.Yardstick(await ResultOf(lab, "read-as-async", Yardstick))),
            new Claim("A5", "a document's time by ReadAsAsync as in 2014, against string + JsonConvert", new Then(6.23 / 0.051, "6.23 s, against 0.051"),
                async lab => (await Benchmark.FindingsAsync(lab, "Deserialisation", "A5"))[0].AsNow(),
                new Reason(Verdict.Differs, Compiling)),
            new Claim("A5b", "the same, as the library does it today", new Then(6.23 / 0.051, "6.23 s, against 0.051"),
                async lab => (await Benchmark.FindingsAsync(lab, "Deserialisation", "A5"))[1].AsNow(),
                new Reason(Verdict.NoLongerHolds, "the library keeps its formatters between calls")),
            new Claim("A6", "the cause: new formatters for each call bypass Json.NET's cache of contracts; formatters that are kept do not", Then.Said, CauseAsync),
            new Claim("A7", "what SuperBenchmarker 0.4 can do", Then.Said, lab => Tested.Async(lab, "Load.Tests", "*")),
            new Claim("A8", "four counters for each host: calls, mean, last, a second", Then.Said, CountersAsync),
            new Claim("A9", "a cancelled call of HttpClient costs its connection, one of WebClient never does", Then.Said,
                lab => Tested.Async(lab, "EndToEnd.Tests", "*CancelledCallTests"),
                new Reason(Verdict.Holds, "over HTTP/1.1, by a FIN, and a reset only to what is sent afterwards; HTTP/2 ends the stream and keeps the connection")),
        ]);

    // With a new resolver each time JsonConvert takes what ReadAsAsync took, and with formatters that are kept ReadAsAsync takes
    // what JsonConvert takes: that is all there is to it.
    private static async Task<Now> CauseAsync(Laboratory lab)
    {
        var findings = await Benchmark.FindingsAsync(lab, "Deserialisation", "A6");
        return new Now
        {
            Shown = findings.Length is 2 && findings.All(finding => finding.Ratio.Value is > 0.5 and < 2),
            Figures = string.Join("; ", findings.Select(finding => $"{finding.What}: {Figures.Times(finding.Ratio.Value)}")),
        };
    }

    // What the front-end records of its calls is what the back-end was asked for; and rules make the four counters of it.
    private static async Task<Now> CountersAsync(Laboratory lab)
    {
        if (!Command.IsInstalled("promtool"))
            return Now.NotMeasured("promtool is not installed here");
        var backend = await lab.Tiers.StartBackendAsync();
        var frontend = await lab.Tiers.StartFrontendAsync(backend);
        for (var id = 1; id <= 20; id++)
            await lab.Tiers.GetAsync(new(frontend, $"/api/customer/{id}"));
        var recorded = MetricsText.Sum(await lab.Tiers.GetAsync(new(frontend, "/metrics")), "backend_call_duration_seconds_count");
        var asked = MetricsText.Sum(await lab.Tiers.GetAsync(new(backend, "/metrics")), "http_server_request_duration_seconds_count", "http_route=\"/api/customer/");
        var (exit, _) = await lab.RecordedAsync(new("promtool", ["test", "rules", "prometheus/tests/recording.yml"]), "rules");
        return new Now
        {
            Shown = recorded > 0 && recorded == asked && exit is 0,
            Figures = $"{recorded} calls recorded of {asked}; and the rules that make four counters of it pass their tests",
        };
    }

    // Each at a front-end of its own: a process has one WebClient's connections.
    private static async Task<Now> Against(Laboratory lab, string strategy, string baseline) =>
        Compared.Throughput(await ResultOf(lab, strategy, baseline));

    private static Now Dearer(JsonElement result)
    {
        var cpu = Compared.Ratio(result, "cpu_ratio", variant => $"{Figures.Of(variant.GetProperty("tiers").GetProperty("front-end").GetProperty("cpu_ms").GetDouble())} ms a request");
        return new Now { Shown = cpu.Ratio!.Lo > 1, IsOpen = cpu.Ratio is { Lo: <= 1, Hi: >= 1 }, Figures = $"{Figures.Times(cpu.Ratio.Value)} [{Figures.Of(cpu.Ratio.Lo)}, {Figures.Of(cpu.Ratio.Hi)}]: {cpu.Figures}" };
    }

    private static Task<JsonElement> ResultOf(Laboratory lab, string strategy, string baseline) =>
        lab.CompareAsync($"{strategy}-against-{baseline}", async () =>
        {
            var backend = await lab.BackendAsync();
            var (one, other) = (await lab.Tiers.StartFrontendAsync(backend), await lab.Tiers.StartFrontendAsync(backend));
            return
            [
                "-u", Requests.AnyCustomer(one), "--baseline", baseline,
                "--vary", $"strategy={baseline},{strategy}@{other.ToString().TrimEnd('/')}",
                "--tier", $"back-end={backend}",
            ];
        }, Rounds);
}
