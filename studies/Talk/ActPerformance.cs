using System.Text.Json.Nodes;

namespace Studies.Talk;

/// <summary>
/// How acts are performed: the folder of their results, and the address of the page that shows their runs.
/// </summary>
internal sealed record ActSetting(string Folder, Uri Page);

/// <summary>
/// A performance of an act that runs something. It is prepared while the room sees the question: the services run and
/// are warm when the load begins.
/// </summary>
internal sealed class ActPerformance : IAsyncDisposable
{
    private readonly Act _act;
    private readonly ActSetting _setting;
    private readonly CancellationToken _stop;
    private readonly string _folder;
    private readonly TestbedEnvironment _environment;
    private readonly ActServices _services;
    private ServiceSwitch? _switch;
    private ShowProcess? _show;

    private ActPerformance(Act act, ActSetting setting, CancellationToken stop)
    {
        (_act, _setting, _stop) = (act, setting, stop);
        // Each performance has a new folder, because the load tool never overwrites a result.
        _folder = Path.Combine(setting.Folder, $"{act.Name}-{Guid.NewGuid():N}"[..(act.Name.Length + 9)]);
        _environment = new TestbedEnvironment(stop);
        _services = new ActServices(_environment);
    }

    /// <summary>Steers the load that does not end; null for an act whose runs end.</summary>
    public StageControl? Stage { get; private set; }

    private bool IsStage => _act.File.Cues is not [];

    private string LiveEvents => TalkFiles.GetRecordingPath(_folder, "live");

    /// <summary>Starts the services of an act, and warms them up.</summary>
    public static async Task<ActPerformance> PrepareAsync(Act act, ActSetting setting, CancellationToken stop)
    {
        var performance = new ActPerformance(act, setting, stop);
        try
        {
            await performance.StartServicesAsync();
            await performance.StartShowAsync();
            await performance.WarmUpAsync();
            return performance;
        }
        catch
        {
            await performance.DisposeAsync();
            throw;
        }
    }

    /// <summary>Runs the load, and keeps its recording.</summary>
    /// <param name="found">Receives what came out: at the end, or for a stage after each proof.</param>
    public async Task RunAsync(Action<ActOutcome> found)
    {
        await using var load = new LoadToolRunner(_stop, _show);
        var (runs, results, outcome) = (_act.File.Runs, new JsonObject(), default(ActOutcome));
        if (Stage is not null)
        {
            await load.SteerAsync(
                CreateCommand(runs[0]), (input, events) => Stage.RunAsync(input, events, LiveEvents, FindInProof));
            KeepRecording();
        }
        else
        {
            var last = "";
            foreach (var run in runs)
            {
                last = await RunAsync(load, run, run == runs[^1] ? ChangeServicesAsync : _ => Task.CompletedTask)
                    ?? throw new StudyException($"The run '{run.Name}' has no result.");
                Read(run, last);
            }

            Find(last);
        }

        if (outcome is null)
            return;
        var recording = TalkFiles.GetRecordingPath(_setting.Folder, _act.Name);
        outcome = outcome with { RunS = ActRecording.ReadSeconds(recording) };
        outcome.Write(TalkFiles.GetOutcomePath(_setting.Folder, _act.Name));

        void Read(ActRun run, string path) => results[run.Name] = JsonNode.Parse(File.ReadAllText(path));

        void Find(string last)
        {
            outcome = ActOutcome.Create(_act.File, Result.Read(last).Validity, new ActFigures(results));
            found(outcome);
        }

        void FindInProof(string path)
        {
            try
            {
                Read(runs[0], path);
                Find(path);
            }
            catch (StudyException)
            {
                // The proof is that of another variant than the finding.
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_show is not null)
            await _show.DisposeAsync();
        if (_switch is not null)
            await _switch.DisposeAsync();
        _services.Dispose();
        await _environment.DisposeAsync();
    }

    private async Task StartServicesAsync()
    {
        foreach (var service in _act.File.Services)
        {
            // The service that a key kills has the same address each time, because others call it there.
            var isKilledByKey = IsStage && _act.File.Kill?.Service == service.Name;
            string[] settings = isKilledByKey
                ? [.. service.Settings, $"--urls={RequestUrls.FormatBaseUrl(FreePort.FindAddress())}"]
                : [.. service.Settings];
            var address = await _services.StartAsync(service, settings);
            if (isKilledByKey)
            {
                _switch = new ServiceSwitch(_environment, address, () => _services.StartAsync(service, settings));
            }
        }
    }

    private async Task StartShowAsync()
    {
        _show = await ShowProcess.FollowAsync(LiveEvents, RequestUrls.FormatBaseUrl(_setting.Page));
        if (IsStage)
        {
            Stage = new StageControl(
                _act.File.Cues, _act.File.Kill?.Service, _switch is null ? null : _switch.SetAsync);
        }
    }

    // A run that needs cold services does not warm them up itself either.
    private async Task WarmUpAsync()
    {
        await using var load = new LoadToolRunner(_stop);
        foreach (var run in _act.File.Runs)
        {
            var folder = Path.Combine(_folder, "warm-up");
            if (ActCommand.CreateWarmUp(run, _services.Addresses, folder) is { } command
                && (await load.RunWithoutDisplayAsync(command)).Path is null)
            {
                throw new StudyException($"The services of the run '{run.Name}' could not be warmed up.");
            }
        }
    }

    /// <returns>The path of the result; null if there is none.</returns>
    private async Task<string?> RunAsync(LoadToolRunner load, ActRun run, Func<CancellationToken, Task> doMeanwhile)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(_stop);
        var meanwhile = doMeanwhile(end.Token);
        var done = await load.RunWithoutDisplayAsync(CreateCommand(run));
        await end.CancelAsync();
        await meanwhile.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        KeepRecording();
        return done.Path;
    }

    private LoadCommand CreateCommand(ActRun run) => ActCommand.Create(run, _services.Addresses, _folder);

    private void KeepRecording()
    {
        _stop.ThrowIfCancellationRequested();
        ActRecording.Copy(LiveEvents, TalkFiles.GetRecordingPath(_setting.Folder, _act.Name));
    }

    private Task ChangeServicesAsync(CancellationToken stop) => _services.ChangeAsync(_act.File, stop);
}
