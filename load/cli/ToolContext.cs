using System.Text.Json;

namespace TwoTier.Load.Cli;

internal sealed record ToolContext(
    TerminalScreen Screen, TextWriter Error, TimeProvider Time, Func<TimeSpan> GetOwnCpuTime)
    : LoadEnvironment(Time, GetOwnCpuTime)
{
    public static ToolContext CreateForTerminal() => new(
        TerminalScreen.CreateForTerminal(), Console.Error, TimeProvider.System, GetCpuTimeOfThisProcess)
    {
        Machine = LinuxMachine.CreateForThisProcess(),
    };

    /// <summary>The lines that steer a run.</summary>
    public TextReader Input { get; init; } = Console.In;

    /// <summary>The standard output, if it gets nothing but results or events; null if they are files.</summary>
    public TextWriter? Output { get; private init; }

    /// <summary>Gets the context of a run that has these places for its results and events.</summary>
    /// <exception cref="ParseException">Nothing can be written there.</exception>
    public ToolContext Open(OutputSettings places)
    {
        const string standardOutput = OutputSettings.StandardOutput;
        var (folder, events) = (places.Out, places.Events);
        if (folder is standardOutput && events is standardOutput)
            throw CreateError("--events", "standard output already receives the result (--out -)", "--out results");
        if (folder is not standardOutput)
            CheckFolder(folder, "--out");
        if (events is not null and not standardOutput)
            CheckFolder(Path.GetDirectoryName(Path.GetFullPath(events))!, "--events");
        return folder is not standardOutput && events is not standardOutput ? this : this with
        {
            Screen = TerminalScreen.Create(Error, isLive: false, Screen.Width),
            Output = Screen.Output,
        };
    }

    /// <summary>Writes a result.</summary>
    /// <returns>The path of its file; null for standard output.</returns>
    public async Task<string?> WriteAsync(Result result, string folder)
    {
        if (folder is not "-")
            return await ResultFiles.WriteAsync(result, folder);
        await Output!.WriteLineAsync(JsonSerializer.Serialize(result, ResultWriterJson.Default.Result));
        return null;
    }

    /// <exception cref="ParseException">No file can be written to the folder.</exception>
    public static void CheckFolder(string folder, string option)
    {
        try
        {
            Directory.CreateDirectory(folder);
            using var trial = new FileStream(
                Path.Combine(folder, Path.GetRandomFileName()),
                FileMode.CreateNew,
                FileAccess.Write,
                FileShare.None,
                bufferSize: 1,
                FileOptions.DeleteOnClose);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw CreateError(option, $"cannot write to {folder}: {e.Message}");
        }
    }

    public static ParseException CreateError(string option, string problem, string? suggestion = null) =>
        ParseException.Create(problem, suggestion).At(new SourceSpan("", option));
}
