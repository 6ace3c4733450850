namespace Studies.Studies;

/// <summary>
/// No study: both tiers on their usual ports, to be used by hand, until Ctrl-C; and one more front-end, for what a process
/// has one of, as load/scenarios say.
/// </summary>
internal static class Serve
{
    public static async Task<int> RunAsync(Tiers tiers, string[] settings)
    {
        var backend = await tiers.StartBackendAsync(["--urls=http://localhost:5101", .. settings]);
        var frontend = await tiers.StartFrontendAsync(backend, settings: ["--urls=http://localhost:5100", .. settings]);
        await tiers.StartFrontendAsync(backend, settings: ["--urls=http://localhost:5102", .. settings]);
        Console.WriteLine($"""

              curl '{new Uri(frontend, "/api/customer/17?strategy=string-jsonconvert")}'
              curl {new Uri(frontend, "/api/strategies")}
              open {new Uri(frontend, "/docs")}

            Ctrl-C stops both.
            """);
        await tiers.UntilStoppedAsync();
        return 0;
    }
}
