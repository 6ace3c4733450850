using TwoTier.Load.Results;

namespace EndToEnd.Tests;

/// <summary>Runs the Studies program in the same way as a user, and reads the files that it writes.</summary>
internal sealed class StudyRun : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();
    private readonly StringBuilder _output = new();
    private readonly Process _process;

    public StudyRun(params IEnumerable<string> arguments)
    {
        var start = ProgramLocator.CreateStartInfo(
            "Experiments", [.. arguments, "--out", ResultsFolder, "--processes", ProcessList]);
        // The shell of a user may have settings, of the services and of the runtime.
        start.Environment["Logging__LogLevel__Default"] = "Warning";
        start.Environment["DOTNET_TieredPGO"] = "1";
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        _process = Process.Start(start)!;
        _process.OutputDataReceived += (_, line) => AppendOutput(line.Data);
        _process.ErrorDataReceived += (_, line) => AppendOutput(line.Data);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public string Output
    {
        get
        {
            lock (_output)
                return _output.ToString();
        }
    }

    public void ShouldHaveStoppedItsServices() =>
        ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address), Output);

    private string ResultsFolder => Path.Combine(_folder.FullName, "results");

    private string ProcessList => Path.Combine(_folder.FullName, "processes.tsv");

    public IReadOnlyList<StartedProcess> ReadServices() =>
    [
        .. from line in File.Exists(ProcessList) ? File.ReadAllLines(ProcessList) : []
           let columns = line.Split('\t')
           select new StartedProcess(columns[0], new(columns[1]), int.Parse(columns[2], CultureInfo.InvariantCulture)),
    ];

    public IReadOnlyList<Result> ReadResults() =>
        [.. new DirectoryInfo(ResultsFolder).GetFiles("*.json").Select(file => Result.Read(file.FullName))];

    /// <summary>Reads the results that the study wrote itself, as JSON.</summary>
    public IReadOnlyList<JsonElement> ReadTable(string name)
    {
        var text = File.ReadAllText(Path.Combine(ResultsFolder, $"{name}.json"));
        return [.. JsonElement.Parse(text).GetProperty("results").EnumerateArray()];
    }

    /// <summary>
    /// Stops the program with SIGTERM, which has the same effect as Ctrl-C. A program that was started in the
    /// background may ignore Ctrl-C itself.
    /// </summary>
    public void Interrupt() => ProcessRunner.TryTerminate(_process).ShouldBeTrue();

    public async Task<int> WaitForExitAsync()
    {
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        _process.Dispose();
        _folder.Delete(recursive: true);
    }

    private void AppendOutput(string? line)
    {
        lock (_output)
            _output.AppendLine(line);
    }
}

internal sealed record StartedProcess(string Role, Uri Address, int ProcessId);
