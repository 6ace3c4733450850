using System.Diagnostics;
using System.Text.Json;

namespace Studies.Claims;

/// <summary>
/// What claims are measured with: the tiers, the load tool, the benchmarks and the tests. What two claims share is
/// measured once.
/// </summary>
/// <param name="tiers">Starts what is measured.</param>
/// <param name="folder">Gets the results, and what was printed on the way.</param>
/// <param name="isFull">The long form.</param>
internal sealed class Laboratory(Tiers tiers, string folder, bool isFull)
{
    /// <summary>Of a comparison's short form, where the claim asks for no more.</summary>
    public const int Rounds = 9;

    private readonly Dictionary<string, Task<string>> _once = [];
    private Task<Uri>? _backend;

    public bool IsFull => isFull;

    public Tiers Tiers => tiers;

    /// <summary>Where <c>name</c>'s results go.</summary>
    public string FolderOf(string name) => Path.Combine(folder, name);

    /// <summary>One for all.</summary>
    public Task<Uri> BackendAsync() => _backend ??= tiers.StartBackendAsync();

    /// <summary>A comparison of the load tool.</summary>
    /// <param name="name">Of the result; what has the same name is the same.</param>
    /// <param name="options">Gives the rest of the command line.</param>
    /// <param name="rounds">Of the short form. The long one has twice as many.</param>
    /// <returns>The result.</returns>
    /// <exception cref="InvalidOperationException">The tool did not believe its run.</exception>
    public Task<JsonElement> CompareAsync(string name, Func<Task<string[]>> options, int rounds = Rounds) =>
        LoadAsync("compare", name, options, [0], "--rounds", $"{(isFull ? 2 * rounds : rounds)}");

    /// <summary>One run, where failures are what the claim is about: the tool does not believe a run with many.</summary>
    public Task<JsonElement> RunFailingAsync(string name, Func<Task<string[]>> options) =>
        LoadAsync("run", name, options, [0, Tiers.LoadInvalid]);

    /// <summary>A BenchmarkDotNet study, in short or at length.</summary>
    /// <returns>What it printed.</returns>
    public Task<string> BenchAsync(string study) => OnceAsync($"bench-{study}", () => LoggedAsync(
        new("dotnet", ["run", "-c", "Release", "--project", "benchmarks", "--", "--filter", $"*.{study}.*", .. isFull ? ["--full"] : Array.Empty<string>()]),
        $"bench-{study}"));

    /// <returns>What the tests printed, passed or not.</returns>
    public Task<string> TestAsync(string project, string classes) => OnceAsync($"{project}-{classes}", async () => (await RecordedAsync(
        new("dotnet", ["run", "-c", "Release", "--project", $"tests/{project}", "--", "-noColor", "-class", classes, "-trait-", "Study=*"]),
        project)).Printed);

    /// <summary>Front-ends behind a balancer, in containers.</summary>
    /// <returns>What it printed; it ends with 3 where more front-ends serve less than the testbed asks of them.</returns>
    public Task<string> ScaleOutAsync() => OnceAsync("scale-out", () => LoggedAsync(new("docker/scale-out.sh"), "scale-out", 3));

    /// <summary>One burst on the slow operation, at a back-end started anew.</summary>
    public async Task<Burst> BurstAsync(string series, int size, int turn = 1)
    {
        var path = FolderOf($"bursts-{turn}");
        var result = await OnceAsync($"{series}-{size}-{turn}", async () => await LongOperation.BurstAsync(tiers, series, size, path) ?? "");
        return result.Length is 0 ? new Burst(0, size) : Burst.Of(result);
    }

    /// <returns>What it printed.</returns>
    /// <exception cref="InvalidOperationException">It did not end with 0, or with another of these.</exception>
    public async Task<string> LoggedAsync(ProcessStartInfo program, string name, params int[] good)
    {
        var (exit, printed) = await RecordedAsync(program, name);
        return exit is 0 || good.Contains(exit)
            ? printed
            : throw new InvalidOperationException($"{name} ended with {exit}: see {name}.log in {folder}");
    }

    /// <returns>How it ended and what it printed, which the results keep too.</returns>
    public async Task<(int Exit, string Printed)> RecordedAsync(ProcessStartInfo program, string name)
    {
        var (exit, printed) = await tiers.CaptureAsync(program);
        await File.WriteAllTextAsync(Path.Combine(Directory.CreateDirectory(folder).FullName, $"{name}.log"), printed);
        return (exit, printed);
    }

    private async Task<JsonElement> LoadAsync(
        string command, string name, Func<Task<string[]>> options, int[] good, params string[] form)
    {
        var path = await OnceAsync(name, async () =>
        {
            var results = FolderOf(name);
            await LoggedAsync(Command.Of("Load", [command, .. await options(), .. form, "--name", name, "--out", results]), name, good);
            return Directory.GetFiles(results, "*.json").Single();
        });
        return JsonDocument.Parse(await File.ReadAllTextAsync(path)).RootElement;
    }

    private Task<string> OnceAsync(string name, Func<Task<string>> measure)
    {
        if (!_once.TryGetValue(name, out var measured))
            _once[name] = measured = measure();
        return measured;
    }
}
