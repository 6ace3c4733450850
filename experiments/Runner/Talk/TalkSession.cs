namespace Experiments.Talk;

/// <summary>
/// The course of the talk, which both windows share. An act is prepared while its question stands, and then shows its
/// run and its finding. An act without a run shows the guesses of the room, and then the ledger.
/// </summary>
internal sealed class TalkSession(IReadOnlyList<RecordedAct> acts, string results, bool prefersRecordings = false)
    : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private TalkState _state = new();
    private CancellationTokenSource _stop = new();
    // What runs for the act: one performance at a time, of which no process is left when the task ends.
    private Task _running = Task.CompletedTask;
    private TaskCompletionSource _wanted = new();

    /// <summary>The run that the room sees: the path of its recording, or its events as they come.</summary>
    public (string? Recording, IReadOnlyCollection<string> Events) Shown { get; private set; } = (null, []);

    private RecordedAct Current => acts[_state.Place];

    /// <summary>Reads the state as JSON.</summary>
    public string Read() => JsonSerializer.Serialize(_state, StrictYaml.Options);

    public void Begin() => Change(() => GoTo(0));

    /// <summary>Goes to the next step: the show, the picture, the finding, the next act.</summary>
    public void GoForward() => Change(() =>
    {
        if (_state.Step is TalkStep.Question)
            StartShow(prefersRecordings);
        else if (_state.Step is TalkStep.Show && !Current.Act.HasRun)
            _state = _state with { Step = TalkStep.Picture };
        else if (_state.Step is TalkStep.Show or TalkStep.Picture)
            _state = _state with { Step = TalkStep.Reveal };
        else if (_state.Step is TalkStep.Reveal)
            GoTo(_state.Place + 1);
    });

    /// <summary>Goes back to the question of the act, or to the finding of the act before if it has one.</summary>
    public void GoBack() => Change(() =>
    {
        var place = Math.Max(0, _state.Step is TalkStep.Question or TalkStep.End ? _state.Place - 1 : _state.Place);
        GoTo(place, place < _state.Place && _state.Findings.ContainsKey(place) ? TalkStep.Reveal : TalkStep.Question);
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
        if (_state.Step is not (TalkStep.Reveal or TalkStep.End) && choice <= Current.Act.Choices.Count)
            _state = _state with { Guesses = _state.Guesses.SetItem(_state.Place, choice) };
    });

    public async ValueTask DisposeAsync()
    {
        await StopAct();
        _stop.Dispose();
    }

    // What has been stopped must change nothing of what is shown now.
    private void Change(Action change, CancellationToken stop = default)
    {
        lock (_gate)
        {
            if (!stop.IsCancellationRequested)
                change();
        }
    }

    private void GoTo(int place, TalkStep step = TalkStep.Question)
    {
        var before = StopAct();
        _state = _state with { Place = place, Step = place == acts.Count ? TalkStep.End : step, Problem = null };
        if (_state.Step is not TalkStep.Question || prefersRecordings || !Current.Act.HasRun)
            return;
        _wanted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _running = PerformAsync(Current.Act, before, _wanted.Task, _stop.Token);
    }

    // What has no run of now has its finding before the room sees it.
    private void StartShow(bool isRecorded)
    {
        var (act, place) = (Current, _state.Place);
        var isLive = act.Act.HasRun && !isRecorded;
        _state = _state with
        {
            Step = TalkStep.Show,
            Show = _state.Show + 1,
            IsRecorded = act.Act.HasRun && isRecorded,
            Findings = isLive || act.Finding is null
                ? _state.Findings.Remove(place) : _state.Findings.SetItem(place, act.Finding),
        };
        if (isLive)
        {
            _wanted.TrySetResult();
        }
        else if (act.Act.HasRun)
        {
            StopAct();
            Shown = (act.Events, []);
            _state = act.Events is null
                ? _state with { Problem = "The act has no recording. make rehearse makes one." }
                : _state with { IsReady = true, Problem = null };
        }
    }

    /// <returns>A task that ends when the services and the load tool have stopped.</returns>
    private Task StopAct()
    {
        _stop.Cancel();
        _stop = new CancellationTokenSource();
        _state = _state with { IsReady = false };
        return _running;
    }

    private async Task PerformAsync(Act act, Task before, Task wanted, CancellationToken stop)
    {
        await before.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ForceYielding);
        try
        {
            await using var performance = new ActPerformance(act, results, stop);
            await performance.PrepareAsync();
            await wanted.WaitAsync(stop);
            Change(() => (_state, Shown) = (_state with { IsReady = true }, (null, performance.Events)), stop);
            var finding = (await performance.RunAsync()).CreateFinding(act) with { Source = "" };
            Change(() => _state = _state with { Findings = _state.Findings.SetItem(_state.Place, finding) }, stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The speaker has gone elsewhere.
        }
        catch (Exception failure) when (StudyException.IsExpected(failure))
        {
            Change(() => _state = _state with { Problem = failure.Message }, stop);
        }
    }
}
