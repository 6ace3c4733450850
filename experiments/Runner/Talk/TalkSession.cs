namespace Experiments.Talk;

/// <summary>
/// The course of the talk, which the window of the room and that of the speaker share. An act goes from its question to
/// what it shows, and then to its finding. It is prepared while its question stands. An act without runs shows the
/// guesses of the room, and then the ledger.
/// </summary>
internal sealed class TalkSession(IReadOnlyList<RecordedAct> acts, string results, bool prefersRecordings = false)
    : IAsyncDisposable
{
    // So long the room reads why a run does not show what it should.
    private static readonly TimeSpan ReasonTime = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new();
    private TalkState _state = new();
    private TaskCompletionSource _changed = CreateSignal();
    private CancellationTokenSource _stop = new();
    // What runs for the act: one performance at a time, of which no process is left when the task ends.
    private Task _running = Task.CompletedTask;
    private TaskCompletionSource _wanted = CreateSignal();
    private ActCues? _stage;

    /// <summary>The clock of the talk, which goes on if a window is loaded again.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The run that the room sees.</summary>
    public ShownRun Shown { get; private set; } = new(null, []);

    private RecordedAct Current => acts[_state.Place];

    // A stage that has not begun has nothing to find.
    private bool IsStageStarting =>
        Current.Act.IsStage && _state is { IsRunning: true, IsRecorded: false } && _stage is null;

    // The run has ended without what it should show, and its recording comes next.
    private bool IsFlat => _state is { Step: TalkStep.Show or TalkStep.Reveal, IsRecorded: false }
        && Current.Events is not null && _state.Findings.GetValueOrDefault(_state.Place) is { Holds: false };

    /// <summary>Gets the state as JSON, and a task that ends with the next change.</summary>
    public (string Json, Task Changed) Read()
    {
        lock (_gate)
        {
            var state = _state with { NextCue = _stage?.Next };
            return (JsonSerializer.Serialize(state, StrictYaml.Options), _changed.Task);
        }
    }

    public void Begin() => Change(() => GoTo(0));

    /// <summary>Goes to the next step: the show, a cue of a stage, the picture, the finding, the next act.</summary>
    public void GoForward() => Change(() =>
    {
        if (_state.Step is TalkStep.Question || IsFlat)
            StartShow(prefersRecordings || IsFlat);
        else if (_state.Step is TalkStep.Show && !Current.Act.HasRun)
            _state = _state with { Step = TalkStep.Picture };
        else if (_state.Step is TalkStep.Show && (IsStageStarting || _stage?.TryDoNext() is true))
            return;
        else if (_state.Step is TalkStep.Show or TalkStep.Picture)
            Reveal();
        else if (_state.Step is TalkStep.Reveal)
            GoTo(_state.Place + 1);
    });

    /// <summary>Goes back to the question of the act, or to the finding of the act before if it has one.</summary>
    public void GoBack() => Change(() =>
    {
        var isBetween = _state is { Step: TalkStep.Question or TalkStep.End, Place: > 0 };
        var place = isBetween ? _state.Place - 1 : _state.Place;
        GoTo(place, isBetween && _state.Findings.ContainsKey(place) ? TalkStep.Reveal : TalkStep.Question);
    });

    /// <summary>Goes to the question of an act by its number. With the first act, the talk begins again.</summary>
    public void GoToAct(int number) => Change(() =>
    {
        var place = acts.TakeWhile(act => act.Act.Number != number).Count();
        if (place == acts.Count)
            return;
        GoTo(place);
        if (place == 0)
            _state = _state with { Started = null, ActStarted = null };
    });

    /// <summary>Shows the recording of the act, for example because the act does not work on this computer.</summary>
    public void ShowRecording() => Change(() =>
    {
        if (_state.Step is not TalkStep.End && Current.Act.HasRun)
            StartShow(isRecorded: true);
    });

    /// <summary>Keeps the answer that most people in the room have chosen, until they have seen the finding.</summary>
    public void Guess(int choice) => Change(() =>
    {
        if (_state.Step is not (TalkStep.Reveal or TalkStep.End) && choice <= Current.File.Choices.Count)
            _state = _state with { Guesses = _state.Guesses.SetItem(_state.Place, choice) };
    });

    /// <summary>Blackens the window of the room, or shows it again.</summary>
    public void ToggleBlack() => Change(() => _state = _state with { IsBlack = !_state.IsBlack });

    public async ValueTask DisposeAsync()
    {
        await StopAct();
        _stop.Dispose();
    }

    private static TaskCompletionSource CreateSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    // What has been stopped must change nothing of what is shown now.
    private void Change(Action change, CancellationToken stop = default)
    {
        lock (_gate)
        {
            if (!stop.IsCancellationRequested)
                change();
            _changed.TrySetResult();
            _changed = CreateSignal();
        }
    }

    private void GoTo(int place, TalkStep step = TalkStep.Question)
    {
        var before = StopAct();
        _state = _state with
        {
            Place = place,
            Step = place == acts.Count ? TalkStep.End : step,
            Problem = null,
            ActStarted = place == _state.Place || _state.Started is null ? _state.ActStarted : Time.GetUtcNow(),
        };
        if (_state.Step is not TalkStep.Question || prefersRecordings || !Current.Act.HasRun)
            return;
        _wanted = CreateSignal();
        _running = PerformAsync(Current.Act, place, _wanted.Task, before, _stop.Token);
    }

    private void StartShow(bool isRecorded)
    {
        var (act, place, now) = (Current, _state.Place, Time.GetUtcNow());
        var isLive = act.Act.HasRun && !isRecorded;
        _state = _state with
        {
            Step = TalkStep.Show,
            Show = _state.Show + 1,
            IsRecorded = isRecorded && act.Act.HasRun,
            // What has no run of now has its finding before the room sees it.
            Findings = !isLive && act.Finding is { } known
                ? _state.Findings.SetItem(place, known) : _state.Findings.Remove(place),
            Started = _state.Started ?? now,
            ActStarted = _state.ActStarted ?? now,
        };
        if (isLive)
        {
            _wanted.TrySetResult();
            _state = _state with { IsRunning = !_running.IsCompleted };
        }
        else if (act.Act.HasRun)
        {
            StopAct();
            Shown = new ShownRun(act.Events, []);
            _state = act.Events is not null
                ? _state with { IsReady = true, IsRunning = true, Problem = null }
                : _state with { Problem = $"There is no recording of act {act.Act.Number}. make rehearse makes one." };
        }
    }

    private void PlayIfFlat()
    {
        if (IsFlat)
            StartShow(isRecorded: true);
    }

    /// <returns>A task that ends when the services and the load tool have stopped.</returns>
    private Task StopAct()
    {
        _stop.Cancel();
        (_stop, _stage) = (new CancellationTokenSource(), null);
        _state = _state with { IsPrepared = false, IsReady = false, IsRunning = false };
        return _running;
    }

    // A run that goes on is awaited for its finding. A recording and a stage go on until they are stopped: if the stage
    // has proved nothing, its finding is that of the rehearsal.
    private void Reveal()
    {
        if (_state.IsRecorded || Current.Act.IsStage)
            StopAct();
        if (Current.Act.IsStage && !_state.Findings.ContainsKey(_state.Place) && Current.Finding is { } rehearsed)
            _state = _state with { Findings = _state.Findings.SetItem(_state.Place, rehearsed) };
        _state = _state with { Step = TalkStep.Reveal };
    }

    private async Task PerformAsync(Act act, int place, Task wanted, Task before, CancellationToken stop)
    {
        await before.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ForceYielding);
        try
        {
            await using var performance = new ActPerformance(act, results, stop);
            await performance.PrepareAsync();
            Change(() => _state = _state with { IsPrepared = true }, stop);
            await wanted.WaitAsync(stop);
            Change(
                () =>
                {
                    Shown = new ShownRun(null, performance.Events);
                    (_state, _stage) = (_state with { IsReady = true }, act.IsStage ? performance.Cues : null);
                },
                stop);
            await performance.RunAsync(isTimed: !act.IsStage, found: outcome =>
            {
                var finding = outcome.CreateFinding(act.File, source: "");
                Change(() => _state = _state with { Findings = _state.Findings.SetItem(place, finding) }, stop);
            });
            Change(() => (_state, _stage) = (_state with { IsRunning = false }, null), stop);
            await Task.Delay(ReasonTime, Time, stop);
            Change(PlayIfFlat, stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The speaker has gone elsewhere.
        }
        catch (Exception failure) when (StudyException.IsExpected(failure))
        {
            Change(
                () => (_state, _stage) = (_state with { IsRunning = false, Problem = failure.Message }, null), stop);
        }
    }
}

/// <summary>What the page of show has of a run: the path of its recording, or its events as they come.</summary>
internal sealed record ShownRun(string? Recording, IReadOnlyCollection<string> Events);
