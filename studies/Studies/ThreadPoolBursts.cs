using System.Globalization;
using System.Text.Json;

namespace Studies.Studies;

/// <summary>
/// Bursts on an operation of 2 s that blocks a thread, or does not, each on a back-end started anew: a burst's figures depend
/// on the threads that the one before has left. Sedlaczek, 2014 (D).
/// </summary>
internal static class LongOperation
{
    private const int Failed = 2;
    private const int AtMost = 200;

    /// <summary>Throughput of the blocking operation to that of the other, at the burst that is compared.</summary>
    private const double MostOfAsync = 0.2;

    /// <summary>HttpClient's standard, and so probably the source's: more than this is a failure, whoever is to blame.</summary>
    private const string Timeout = "100s";

    private static readonly int[] Sizes = [1, 10, 20, 30, 40, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000];

    private static readonly Series[] All =
    [
        new("sync-capped", "sync", [$"--Runtime:MaxThreads={AtMost}"], size => size <= 500),
        new("sync-default", "sync", [], size => size <= 500),
        // The threads are there before the burst: what is left is their number, and not how slowly the pool adds them.
        new("sync-ready", "sync", [$"--Runtime:MinThreads={AtMost}", $"--Runtime:MaxThreads={AtMost}"], size => size is 100 or 500),
        new("sync-unlimited", "sync", ["--Runtime:MinThreads=1000"], size => size is 100 or 1000),
        new("async-capped", "async", [$"--Runtime:MaxThreads={AtMost}"], _ => true),
        new("async-default", "async", [], _ => true),
    ];

    /// <param name="tiers">A back-end for each burst.</param>
    /// <param name="options">--full for every size on every series; or sizes, such as 10 100, for a trial.</param>
    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var isFull = options is not [];
        int[] sizes = options is [] or ["--full"] ? Sizes : [.. options.Select(option => int.TryParse(option, out var size) ? size : 0)];
        if (sizes.Any(size => size is < 1 or > 10_000))
        {
            Console.WriteLine("Sizes are numbers from 1 to 10000, as in: make long-operation ARGS=\"10 100\"");
            return 64;
        }

        var folder = Results.NewFolder("long-operation");
        Console.WriteLine($"  2 s an operation, a request given up after {Timeout}");
        foreach (var series in All)
        {
            foreach (var size in sizes.Where(size => isFull || series.IsShort(size)))
                await SendAsync(tiers, series, size, folder);
            await JoinAsync(tiers, series, folder, options);
        }

        var bursts = All.ToDictionary(series => series.Name, series => Bursts(folder, series));
        Print(bursts);
        var memory = await ThreadMemory.MeasureAsync(tiers, folder);
        return Conclude(bursts, memory, folder);
    }

    /// <summary>One burst.</summary>
    /// <returns>The path of its result; null where none was answered in time.</returns>
    public static async Task<string?> BurstAsync(Tiers tiers, string series, int size, string folder)
    {
        var one = All.Single(known => known.Name == series);
        await SendAsync(tiers, one, size, folder);
        return FileOf(folder, one, size);
    }

    private static async Task SendAsync(Tiers tiers, Series series, int size, string folder)
    {
        var backend = await tiers.StartBackendAsync(["--Data:Customers=1", "--Runtime:WatchPool=true", .. series.Pool]);
        var operation = new Uri(backend, $"/api/long-operation/{series.Kind}?ms=");
        // Compiled, without a thread more in the pool.
        await tiers.GetAsync(new($"{operation}0"));
        var exit = await tiers.LoadQuietlyAsync(["run", "-u", $"{operation}2000", "--burst", $"{size}", "--timeout", Timeout, "--warmup", "0s",
            "--name", $"{series.Name}-{size}", "--out", Path.Combine(folder, "bursts")]);
        if (exit is not (0 or Tiers.LoadInvalid or Tiers.LoadUnanswered) || tiers.ProcessOf(backend).HasExited)
            throw new InvalidOperationException($"The burst of {size} went wrong: the load tool ended with {exit}.");
        await tiers.StopAsync(backend);
        if (FileOf(folder, series, size) is not { } file)
        {
            Console.WriteLine($"  {series.Name,-15}{size,6}  none was answered within {Timeout}");
            return;
        }

        var burst = Results.Variants(file).Single().GetProperty("bursts")[0];
        Console.WriteLine($"  {series.Name,-15}{size,6}{Figure(burst, "rps"),10} req/s{Figure(burst, "duration_s"),10} s"
            + $"{burst.GetProperty("errors").GetInt64(),8} failed");
    }

    private static async Task JoinAsync(Tiers tiers, Series series, string folder, string[] options)
    {
        var files = Directory.GetFiles(Path.Combine(folder, "bursts"), $"*-{series.Name}-*.json")
            .OrderBy(file => int.Parse(file[(file.LastIndexOf('-') + 1)..^".json".Length], CultureInfo.InvariantCulture));
        await tiers.LoadQuietlyAsync(["join", .. files, "--name", series.Name, "--out", folder,
            "--repeat-command", $"make long-operation{(options is [] ? "" : $" ARGS=\"{string.Join(' ', options)}\"")}"]);
    }

    // The tool puts the minute before the name.
    private static string? FileOf(string folder, Series series, int size) =>
        Directory.CreateDirectory(Path.Combine(folder, "bursts")).GetFiles($"*-{series.Name}-{size}.json").SingleOrDefault()?.FullName;

    private static Dictionary<long, JsonElement> Bursts(string folder, Series series) =>
        Results.Variants(Directory.GetFiles(folder, $"*-{series.Name}.json").Single()).Single().GetProperty("bursts")
            .EnumerateArray().ToDictionary(burst => burst.GetProperty("requests").GetInt64());

    private static void Print(Dictionary<string, Dictionary<long, JsonElement>> bursts)
    {
        Console.WriteLine($"\n  req/s   {string.Concat(All.Select(series => $"{series.Name,15}"))}");
        foreach (var size in bursts.Values.SelectMany(series => series.Keys).Distinct().Order())
        {
            var row = All.Select(series => bursts[series.Name].TryGetValue(size, out var burst) ? Figure(burst, "rps") : "–");
            Console.WriteLine($"  {size,6}  {string.Concat(row.Select(cell => $"{cell,15}"))}");
        }
    }

    private static int Conclude(Dictionary<string, Dictionary<long, JsonElement>> bursts, ThreadMemory? memory, string folder)
    {
        var largest = bursts["sync-ready"].Keys.Max();
        var share = Rate("sync-capped", largest) / Rate("async-capped", largest);
        var failures = bursts.Where(series => series.Key.StartsWith("async", StringComparison.Ordinal))
            .Sum(series => series.Value.Values.Sum(burst => burst.GetProperty("errors").GetInt64()));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"""

              D2  {largest} at once, pool capped at {AtMost}: blocking serves {share:0.000} of what async serves, {MostOfAsync} allowed
              D2  async up to {bursts["async-capped"].Keys.Max()} at once: {failures} failures
            """));
        foreach (var size in bursts["sync-ready"].Keys)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"  D2  {size} at once: {Rate("sync-capped", size):0.0} req/s blocking where threads are added first, {Rate("sync-ready", size):0.0} where {AtMost} are ready"));
        }

        foreach (var size in bursts["sync-unlimited"].Keys)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"  D4  {size} at once: {Rate("sync-unlimited", size):0.0} req/s blocking with a thread for each, {Rate("async-default", size):0.0} async"));
        }

        Console.WriteLine($"  {memory?.ToString() ?? "D3  not measured: there is no /proc here"}\n\n  results    {folder}");
        return share <= MostOfAsync && failures is 0 ? 0 : Failed;

        double Rate(string series, long size) => bursts[series][size].GetProperty("rps").GetDouble();
    }

    private static string Figure(JsonElement burst, string key) =>
        burst.GetProperty(key).GetDouble().ToString("0.0", CultureInfo.InvariantCulture);

    /// <param name="Name">Of its result file.</param>
    /// <param name="Kind">Of the operation.</param>
    /// <param name="Pool">Settings of the back-end.</param>
    /// <param name="IsShort">Whether a burst of this size is part of the short form.</param>
    private sealed record Series(string Name, string Kind, string[] Pool, Func<int, bool> IsShort);
}
