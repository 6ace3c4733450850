using System.Diagnostics;
using System.Text.Json;

namespace Testbed.Claims;

/// <summary>
/// What claims are measured with: the tiers, the load tool, the benchmarks and the tests. What two claims share is
/// measured once.
/// </summary>
/// <param name="tiers">Starts what is measured.</param>
/// <param name="folder">Gets the results, and what was printed on the way.</param>
/// <param name="isFull">The long form.</param>
internal sealed class Laboratory(Tiers tiers, string folder, bool isFull)
{
    private readonly Dictionary<string, Task<JsonElement>> _comparisons = [];
    private Task<Uri>? _backend;

    public bool IsFull => isFull;

    public Tiers Tiers => tiers;

    /// <summary>Where <c>name</c>'s results go.</summary>
    public string FolderOf(string name) => Path.Combine(folder, name);

    /// <summary>One for all.</summary>
    public Task<Uri> BackendAsync() => _backend ??= tiers.StartBackendAsync();

    /// <summary>A comparison of the load tool, whatever the rounds: they follow from the form.</summary>
    /// <param name="name">Of the result; what has the same name is the same.</param>
    /// <param name="options">Gives the rest of the command line.</param>
    /// <returns>The result file.</returns>
    /// <exception cref="InvalidOperationException">The tool did not believe its run.</exception>
    public Task<JsonElement> CompareAsync(string name, Func<Task<string[]>> options)
    {
        if (!_comparisons.TryGetValue(name, out var comparison))
            _comparisons[name] = comparison = RunAsync(name, options);
        return comparison;
    }

    private async Task<JsonElement> RunAsync(string name, Func<Task<string[]>> options)
    {
        var results = FolderOf(name);
        string[] form = ["--rounds", isFull ? "20" : "9", "--name", name, "--out", results];
        await LoggedAsync(Command.Of("Load", ["compare", .. await options(), .. form]), name);
        var path = Directory.GetFiles(results, "*.json").Single();
        return JsonDocument.Parse(await File.ReadAllTextAsync(path)).RootElement;
    }

    /// <returns>What it printed, which the results keep too.</returns>
    /// <exception cref="InvalidOperationException">It did not end with 0.</exception>
    public async Task<string> LoggedAsync(ProcessStartInfo program, string name)
    {
        var (exit, printed) = await tiers.CaptureAsync(program);
        var log = Path.Combine(Directory.CreateDirectory(folder).FullName, $"{name}.log");
        await File.WriteAllTextAsync(log, printed);
        return exit is 0 ? printed : throw new InvalidOperationException($"{name} ended with {exit}: see {log}\n{LastOf(printed)}");
    }

    private static string LastOf(string text) => string.Join('\n', text.TrimEnd().Split('\n').TakeLast(5));
}
