namespace Testbed.Claims.Sources;

internal static class Byterot
{
    private const string Yardstick = "string-jsonconvert";

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
            new Claim("A3", "ReadAsAsync, against string + JsonConvert: as the library does it today",
                new Then(41 / 230.0, "41 · 170 · 3 181 ms, against 230 · 20 · 144 ms"),
                lab => Against(lab, "read-as-async", Yardstick),
                new Reason(Verdict.NoLongerHolds, "the library keeps its formatters between calls")),
            new Claim("A3b", "the same, done as in 2014",
                new Then(41 / 230.0, "41 · 170 · 3 181 ms, against 230 · 20 · 144 ms"),
                lab => Against(lab, "read-as-async-2014", Yardstick),
                new Reason(Verdict.Differs, "worse than ever: all else became faster")),
        ]);

    // Each at a front-end of its own: a process has one WebClient's connections.
    private static async Task<Now> Against(Laboratory lab, string strategy, string baseline) =>
        Compared.Throughput(await lab.CompareAsync($"{strategy}-against-{baseline}", async () =>
        {
            var backend = await lab.BackendAsync();
            var (one, other) = (await lab.Tiers.StartFrontendAsync(backend), await lab.Tiers.StartFrontendAsync(backend));
            return
            [
                "-u", Studies.Requests.AnyCustomer(one), "--baseline", baseline,
                "--vary", $"strategy={baseline},{strategy}@{other.ToString().TrimEnd('/')}",
                "--tier", $"back-end={backend}",
            ];
        }));
}
