namespace Studies.Talk;

/// <summary>
/// The course of the talk, which the window of the room and that of the speaker share. An act goes from its question to
/// what it shows, and then to its finding. It is prepared while its question stands. An act without runs shows the
/// guesses of the room, and then the ledger.
/// </summary>
internal sealed class TalkSession(
    IReadOnlyList<Act> acts, IReadOnlyList<string> recordings, ActSetting setting) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<int, int> _guesses = [];
    private readonly Dictionary<int, ActFinding> _findings = [];
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private CancellationTokenSource _stop = new();
    // What runs for the act: one performance or recording at a time, of which no process is left when the task ends.
    private Task _act = Task.CompletedTask;
    private TaskCompletionSource _wanted = new();
    private StageControl? _stage;
    private int _place;
    private int _showNumber;
    private TalkStep _step;
    private string? _problem;
    private bool _isPrepared;
    private bool _isReady;
    private bool _isRecorded;
    private bool _isRunning;
    private bool _isBlack;

    public TalkClock Clock { get; init; } = new(TimeProvider.System);
    /// <summary>Whether acts are shown from their recordings.</summary>
    public bool PrefersRecordings { get; init; }

    // A stage that has not begun has nothing to find.
    private bool IsStageStarting => _isRunning && !_isRecorded && _stage is null && acts[_place].File.Cues is not [];

    /// <summary>Gets the state as JSON, and a task that ends with the next change.</summary>
    public (string Json, Task Changed) Read()
    {
        lock (_gate)
        {
            var state = new TalkState(
                _place, _step, _showNumber, _isPrepared, _isReady, _isRecorded, _isRunning, _isBlack,
                _stage is not null, _problem, _stage?.NextCue, _guesses, _findings, Clock.Started, Clock.ActStarted);
            return (JsonSerializer.Serialize(state, StrictYaml.Options), _changed.Task);
        }
    }

    public TalkReadiness ReadReadiness() => TalkReadiness.Read(acts, recordings, PrefersRecordings);

    public void Begin() => Change(() => GoTo(0, TalkStep.Question));

    /// <summary>Goes to the next step: the show, a cue of a stage, the picture, the finding, the next act.</summary>
    public void GoForward() => Change(() =>
    {
        if (_step is TalkStep.Question)
            StartShow(PrefersRecordings);
        else if (_step is TalkStep.Show && !acts[_place].HasRuns)
            _step = TalkStep.Picture;
        else if (_step is TalkStep.Show && (IsStageStarting || _stage?.TryDoNextCue() is true))
            return;
        else if (_step is TalkStep.Show or TalkStep.Picture)
            Reveal();
        else if (_step is TalkStep.Reveal)
            GoTo(_place + 1, TalkStep.Question);
    });

    /// <summary>Goes back to the question of the act, or to the finding of the act before if it has one.</summary>
    public void GoBack() => Change(() =>
    {
        var place = _step is TalkStep.Question or TalkStep.End ? Math.Max(0, _place - 1) : _place;
        GoTo(place, place != _place && _findings.ContainsKey(place) ? TalkStep.Reveal : TalkStep.Question);
    });

    /// <summary>Goes to the question of an act by its number. With the first act, the talk begins again.</summary>
    public void GoToAct(int number) => Change(() =>
    {
        if (acts.Index().FirstOrDefault(act => act.Item.Number == number) is not { Item: not null, Index: var place })
            return;
        GoTo(place, TalkStep.Question);
        if (place == 0)
            Clock.Reset();
    });

    /// <summary>Shows the recording of the act, for example because the act does not work on this computer.</summary>
    public void ShowRecording() => Change(() =>
    {
        if (_step is not TalkStep.End && acts[_place].HasRuns)
            StartShow(isRecorded: true);
    });

    /// <summary>Keeps the answer that most people in the room have chosen, until they have seen the finding.</summary>
    public void Guess(int choice) => Change(() =>
    {
        if (_step is not (TalkStep.Reveal or TalkStep.End) && choice <= acts[_place].File.Choices.Count)
            _guesses[_place] = choice;
    });

    /// <summary>Steers the stage that the room sees, if it sees one.</summary>
    public void Steer(Action<StageControl> steer)
    {
        lock (_gate)
        {
            if (_stage is not null)
                steer(_stage);
        }
    }

    /// <summary>Blackens the window of the room, or shows it again.</summary>
    public void ToggleBlack() => Change(() => _isBlack = !_isBlack);

    public async ValueTask DisposeAsync()
    {
        await StopAct();
        _stop.Dispose();
    }

    private void Change(Action change)
    {
        lock (_gate)
        {
            change();
            _changed.TrySetResult();
            _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    private void GoTo(int place, TalkStep step)
    {
        var before = StopAct();
        if (place != _place)
            Clock.StartAct();
        _place = Math.Clamp(place, 0, acts.Count);
        (_step, _problem) = (_place == acts.Count ? TalkStep.End : step, null);
        if (_step is not TalkStep.Question || PrefersRecordings || !acts[_place].HasRuns)
            return;
        _wanted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var (act, kept, wanted) = (acts[_place], _place, _wanted.Task);
        _act = RunAsync(stop => PerformAsync(act, kept, wanted, stop), before, _stop.Token);
    }

    private void StartShow(bool isRecorded)
    {
        var (act, place) = (acts[_place], _place);
        _findings.Remove(place);
        (_step, _isRecorded) = (TalkStep.Show, isRecorded && act.HasRuns);
        _showNumber++;
        Clock.Start();
        if (act.HasRuns && !isRecorded)
        {
            _wanted.TrySetResult();
            _isRunning = !_act.IsCompleted;
            return;
        }

        var before = StopAct();
        (_isRunning, _problem) = (true, null);
        _act = RunAsync(
            stop => act.HasRuns ? PlayAsync(act, place, stop) : ShowPublishedAsync(act, place), before, _stop.Token);
    }

    /// <returns>A task that ends when the services, the load tool and the page have stopped.</returns>
    private Task StopAct()
    {
        _stop.Cancel();
        _stop = new CancellationTokenSource();
        (_isPrepared, _isReady, _isRunning, _stage) = (false, false, false, null);
        return _act;
    }

    // A run that goes on is awaited for its finding. A recording plays until it is stopped, perhaps before it begins,
    // and a stage goes on without an end: if it has proved nothing, the finding is that of the rehearsal.
    private void Reveal()
    {
        var isOfRehearsal = _isRecorded || _stage is not null;
        if (_isRecorded)
            StopAct();
        if (isOfRehearsal && !_findings.ContainsKey(_place)
            && ActRecording.Find(recordings, acts[_place]) is { } recording)
        {
            _findings[_place] = recording.CreateFinding(acts[_place]);
        }

        _stage?.End();
        (_step, _stage) = (TalkStep.Reveal, null);
    }

    private async Task RunAsync(Func<CancellationToken, Task> run, Task before, CancellationToken stop)
    {
        await before.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ForceYielding);
        try
        {
            await run(stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The speaker has gone elsewhere.
        }
        catch (Exception failure) when (StudyException.IsExpected(failure))
        {
            Change(() => (_isRunning, _problem) = (false, failure.Message), stop);
        }
    }

    // What has been stopped must change nothing of what is shown now.
    private void Change(Action change, CancellationToken stop) => Change(() =>
    {
        if (!stop.IsCancellationRequested)
            change();
    });

    private async Task PerformAsync(Act act, int place, Task wanted, CancellationToken stop)
    {
        await using var performance = await ActPerformance.PrepareAsync(act, setting, stop);
        Change(() => _isPrepared = true, stop);
        await wanted.WaitAsync(stop);
        Change(() => (_isReady, _stage) = (true, performance.Stage), stop);
        await performance.RunAsync(outcome => Change(
            () => _findings[place] = outcome.CreateFinding(act.File, source: ""), stop));
        Change(() => (_isRunning, _stage) = (false, null), stop);
        // The page of the last run stays until the room goes on.
        await Task.Delay(Timeout.Infinite, stop);
    }

    private async Task PlayAsync(Act act, int place, CancellationToken stop)
    {
        var recording = ActRecording.Find(recordings, act)
            ?? throw new StudyException($"There is no recording of act {act.Number}. make rehearse makes one.");
        // The speaker may show the finding before the page is there.
        Change(() => _findings[place] = recording.CreateFinding(act), stop);
        await using var page = await ShowProcess.PlayAsync(recording.Path, RequestUrls.FormatBaseUrl(setting.Page));
        Change(() => _isReady = true, stop);
        await Task.Delay(Timeout.Infinite, stop);
    }

    private Task ShowPublishedAsync(Act act, int place)
    {
        var source = $"From published results: {string.Join(" and ", act.File.Files.Keys)}.";
        var finding = ActOutcome.ReadPublished(act.File).CreateFinding(act.File, source);
        Change(() => (_isRunning, _findings[place]) = (false, finding));
        return Task.CompletedTask;
    }
}
