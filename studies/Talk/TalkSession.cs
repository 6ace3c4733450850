namespace Studies.Talk;

/// <summary>The steps of an act, and the end of the talk.</summary>
internal enum TalkStep
{
    Question,
    Show,
    Picture,
    Reveal,
    End,
}

/// <summary>
/// The state of the talk, which the window of the room and that of the speaker share. An act goes from its question to
/// what it shows, and then to its finding. An act without runs shows the guesses of the room, and then the ledger.
/// </summary>
internal sealed class TalkSession(
    IReadOnlyList<Act> acts, IReadOnlyList<string> recordings, ActSetting setting, Uri livePage) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<int, int> _guesses = [];
    private readonly Dictionary<int, ActFinding> _findings = [];
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private CancellationTokenSource _stop = new();
    private Task _show = Task.CompletedTask;
    private Task _page = Task.CompletedTask;
    private int _place;
    private int _showNumber;
    private TalkStep _step;
    private string? _problem;
    private bool _isRecorded;
    private bool _isReady;
    private bool _isRunning;
    private bool _isBlack;

    /// <summary>The clock of the talk.</summary>
    public TalkClock Clock { get; init; } = new(TimeProvider.System);

    /// <summary>Whether acts are shown from their recordings.</summary>
    public bool PrefersRecordings { get; init; }

    /// <summary>Gets the state as JSON, and a task that ends with the next change.</summary>
    public (string Json, Task Changed) Read()
    {
        lock (_gate)
        {
            var state = new TalkState(
                _place, _step, _showNumber, _isReady, _isRecorded, _isRunning, _isBlack, _problem, _guesses, _findings,
                Clock.Started, Clock.ActStarted);
            return (JsonSerializer.Serialize(state, StrictYaml.Options), _changed.Task);
        }
    }

    /// <summary>Reads whether the computer and the acts are ready.</summary>
    public TalkReadiness ReadReadiness() => TalkReadiness.Read(acts, recordings, PrefersRecordings);

    /// <summary>Goes to the next step: the show, the picture, the finding, the next act.</summary>
    public void GoForward() => Change(() =>
    {
        if (_step is TalkStep.Question)
            StartShow(PrefersRecordings);
        else if (_step is TalkStep.Show && !acts[_place].HasRuns)
            _step = TalkStep.Picture;
        else if (_step is TalkStep.Show or TalkStep.Picture)
            Reveal();
        else if (_step is TalkStep.Reveal)
            GoTo(_place + 1);
    });

    /// <summary>Goes back to the question of the act, or to the finding of the act before if it has one.</summary>
    public void GoBack() => Change(() =>
    {
        var isFirst = _step is TalkStep.Question or TalkStep.End;
        GoTo(isFirst ? _place - 1 : _place);
        if (isFirst && _findings.ContainsKey(_place))
            _step = TalkStep.Reveal;
    });

    /// <summary>Goes to the question of an act by its number. With the first act, the talk begins again.</summary>
    public void GoToAct(int number) => Change(() =>
    {
        if (acts.Index().FirstOrDefault(act => act.Item.Number == number) is not { Item: not null, Index: var place })
            return;
        GoTo(place);
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

    /// <summary>Blackens the window of the room, or shows it again.</summary>
    public void ToggleBlack() => Change(() => _isBlack = !_isBlack);

    public async ValueTask DisposeAsync()
    {
        await StopShow();
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

    private void GoTo(int place)
    {
        StopShow();
        if (place != _place)
            Clock.StartAct();
        _place = Math.Clamp(place, 0, acts.Count);
        _step = _place == acts.Count ? TalkStep.End : TalkStep.Question;
        _problem = null;
    }

    private void StartShow(bool isRecorded)
    {
        var (act, place, number) = (acts[_place], _place, _showNumber + 1);
        _isRecorded = act.HasRuns && isRecorded;
        _findings.Remove(place);
        Func<CancellationToken, Task> show = _isRecorded
            ? stop => PlayAsync(act, finding => KeepFinding(place, number, finding), stop)
            : async stop => KeepFinding(place, number, await PerformAsync(act, stop));
        Clock.Start();
        var before = StopShow();
        (_step, _isReady, _isRunning, _problem) = (TalkStep.Show, false, true, null);
        _show = ShowAsync(++_showNumber, show, before, _stop.Token);
    }

    /// <returns>A task that ends when the services, the load tool and the page have stopped.</returns>
    private Task StopShow()
    {
        _stop.Cancel();
        _stop = new CancellationTokenSource();
        _isRunning = false;
        return WaitForEndAsync(_show);

        async Task WaitForEndAsync(Task show)
        {
            await show.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await _page;
        }
    }

    // A recording plays until it is stopped; a run that goes on is awaited for its finding.
    private void Reveal()
    {
        if (_isRecorded)
            StopShow();
        _step = TalkStep.Reveal;
    }

    private async Task ShowAsync(int number, Func<CancellationToken, Task> show, Task before, CancellationToken stop)
    {
        await before.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ForceYielding);
        // Until now, the page could have been that of the show before.
        Change(() => _isReady |= number == _showNumber);
        string? problem = null;
        try
        {
            await show(stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return;
        }
        catch (Exception failure) when (StudyException.IsExpected(failure))
        {
            problem = failure.Message;
        }

        Change(() =>
        {
            if (number == _showNumber)
                (_isRunning, _problem) = (false, problem);
        });
    }

    private void KeepFinding(int place, int number, ActFinding finding) => Change(() =>
    {
        if (number == _showNumber || !acts[place].HasRuns)
            _findings[place] = finding;
    });

    private async Task<ActFinding> PerformAsync(Act act, CancellationToken stop)
    {
        var page = act.HasRuns ? await ShowProcess.FollowAsync(RequestUrls.FormatBaseUrl(livePage)) : null;
        _page = StopWithShowAsync(page, stop);
        var outcome = await ActPerformance.PerformAsync(act, setting with { Show = page }, stop);
        return outcome.CreateFinding(act.File, act.HasRuns
            ? ""
            : $"From published results: {string.Join(" and ", act.File.Files.Keys)}.");
    }

    // The recording plays until it is stopped.
    private async Task PlayAsync(Act act, Action<ActFinding> found, CancellationToken stop)
    {
        var recording = ActRecording.Find(recordings, act)
            ?? throw new StudyException($"There is no recording of act {act.Number}. make rehearse makes one.");
        found(recording.Outcome.CreateFinding(act.File, $"Recorded on {recording.Outcome.Date}."));
        var page = await ShowProcess.PlayAsync(recording.Path, RequestUrls.FormatBaseUrl(livePage));
        _page = StopWithShowAsync(page, stop);
        await _page;
    }

    // The page of the last run stays until the room goes on.
    private static async Task StopWithShowAsync(ShowProcess? page, CancellationToken stop)
    {
        await Task.Delay(Timeout.Infinite, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (page is not null)
            await page.DisposeAsync();
    }

    private sealed record TalkState(
        int Place,
        TalkStep Step,
        int Show,
        bool IsReady,
        bool IsRecorded,
        bool IsRunning,
        bool IsBlack,
        string? Problem,
        IReadOnlyDictionary<int, int> Guesses,
        IReadOnlyDictionary<int, ActFinding> Findings,
        DateTimeOffset? Started,
        DateTimeOffset? ActStarted);
}
