namespace TwoTier.Show;

/// <summary>Serves the page of runs while they run.</summary>
internal sealed class LiveShow(string page, ServiceAddress? killed, TextWriter output)
{
    /// <summary>The time in which a run that is stopped with this program writes its last events.</summary>
    public static readonly TimeSpan LongestEnd = TimeSpan.FromSeconds(10);

    private const string StandardInput = "-";
    private const string Steer = "--steer";
    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);

    private readonly EventFeed _feed = new(KeepAliveInterval, TimeProvider.System);

    /// <summary>Follows the runs of a file or of standard input, until the token is cancelled.</summary>
    public async Task FollowAsync(string path, CancellationToken stop)
    {
        var follower = new RunFollower(_feed, isSteered: false, service: null);
        await using var server = await StartServerAsync(follower, control: null);
        if (path is not StandardInput)
        {
            output.WriteLine($"  follows    {path}: load … --events {path}; Ctrl-C ends it");
            await follower.FollowAsync(new EventFile(path), TimeProvider.System, stop);
            return;
        }

        output.WriteLine("  follows    standard input: load … --events -; Ctrl-C ends it");
        using var input = new StreamReader(Console.OpenStandardInput());
        await WaitAsync(follower.FollowAsync(input), stop);
        await Task.Delay(Timeout.Infinite, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Starts a run of the load tool, which the page steers, and follows it until its end.</summary>
    /// <returns>The exit code of the load tool.</returns>
    public async Task<int> SteerAsync(IReadOnlyList<string> command, CancellationToken stop)
    {
        if (!command.Contains(Steer))
        {
            throw new ShowException(
                $"the command has no {Steer}, so the page could not control the load. "
                + $"Try {string.Join(' ', command)} --events - | show -");
        }

        using var load = new SteeredLoad(command);
        using var service = killed is null ? null : new StageService(killed);
        // The token is sent in clear text, so that anybody on the network path could use it: pages that everybody can
        // open control nothing.
        var control = ListeningAddress.IsLoopback(page) ? new LoadControl(load, service) : null;
        var follower = new RunFollower(_feed, control is not null, service);
        if (service is not null)
            service.Changed += state => ChangeService(follower, load, state);
        await using var server = await StartServerAsync(follower, control);
        var following = follower.FollowAsync(load.Start());
        await using var stopping = stop.Register(load.Stop);
        await WaitAsync(following, stop);
        if (!following.IsCompleted)
            load.Kill();
        return await load.WaitForExitAsync();
    }

    private static void ChangeService(RunFollower follower, SteeredLoad load, string state)
    {
        follower.PublishControls();
        // The failures while it was down are no longer counted.
        if (state is StageService.Running)
            load.TrySend("""{"again":true}""");
    }

    private async Task<ShowServer> StartServerAsync(RunFollower follower, LoadControl? control)
    {
        var server = await ShowServer.StartAsync(page, app =>
        {
            LivePage.Map(app, _feed, () => follower.ReportPath);
            control?.Map(app);
        });
        output.WriteLine($"  page       {server.Url}/{(control is null ? "" : $"#token={control.Token}")}");
        return server;
    }

    // Waits until the run has ended, but not for long after the token was cancelled.
    private static async Task WaitAsync(Task following, CancellationToken stop)
    {
        using var end = new CancellationTokenSource();
        await using var limit = stop.Register(() => end.CancelAfter(LongestEnd));
        await following.WaitAsync(end.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
