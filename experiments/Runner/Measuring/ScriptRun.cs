namespace Experiments.Measuring;

/// <summary>
/// Runs a program of experiments/scripts for a start. Its last line is what it measured, as JSON: the rows of a table,
/// or the metrics of a claim.
/// </summary>
internal static class ScriptRun
{
    public static async Task<ScriptOutcome> RunAsync(
        string script, IEnumerable<string> arguments, int start, CancellationToken stop)
    {
        var file = ProgramLocator.GetPath("experiments", "scripts", $"{script}.cs");
        var program = new ProcessStartInfo(
            "dotnet", ["run", "-c", "Release", file, "--", .. arguments, "--start", $"{start}"])
        {
            WorkingDirectory = ProgramLocator.RepositoryRoot,
        };
        var output = await ProcessRunner.CaptureAsync(program, stop);
        return output.ExitCode is ExitCode.Success
            ? JsonSerializer.Deserialize<ScriptOutcome>(
                output.Output.Trim().Split('\n')[^1], JsonSerializerOptions.Web)!
            : throw new StudyException($"{script} exited with code {output.ExitCode}: {output.All.Trim()}");
    }
}

/// <summary>What a program measured in one start.</summary>
internal sealed record ScriptOutcome
{
    /// <summary>Positive numbers, which the ledger averages over starts.</summary>
    public IReadOnlyDictionary<string, double> Values { get; init; } = new Dictionary<string, double>();

    /// <summary>Whole numbers, which the ledger adds.</summary>
    public IReadOnlyDictionary<string, long> Counts { get; init; } = new Dictionary<string, long>();

    /// <summary>The absolute figures in words.</summary>
    public string Figures { get; init; } = "";

    /// <summary>The rows of a table: texts are words, of which the last is the variant, and numbers are figures.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, JsonElement>> Rows { get; init; } = [];

    public IReadOnlyList<Row> CreateRows() => Rows is []
        ? [new Row(new Dictionary<string, string>()) { Figures = Values.ToDictionary(), Counts = Counts, Text = Figures }]
        :
    [
        .. Rows.Select(row => new Row(Select(row, JsonValueKind.String, value => $"{value}"))
        {
            Figures = Select(row, JsonValueKind.Number, value => value.GetDouble()),
        }),
    ];

    private static Dictionary<string, T> Select<T>(
        IReadOnlyDictionary<string, JsonElement> row, JsonValueKind kind, Func<JsonElement, T> read) =>
        row.Where(cell => cell.Value.ValueKind == kind).ToDictionary(cell => cell.Key, cell => read(cell.Value));
}
