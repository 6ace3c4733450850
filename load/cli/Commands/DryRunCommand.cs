namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load dry-run</c>, which sends one request of each kind and shows it with the response.
/// </summary>
internal sealed class DryRunCommand(ToolContext context) : ScenarioCommand(
    "dry-run",
    "Send one request of each kind to each URL, and show it with its response.",
    CommandSet.DryRun)
{
    public override string Example =>
        "load dry-run http://127.0.0.1:5101/ingest/data \\\n"
        + "    -H 'Content-Type: application/json' --full \\\n"
        + "    --body '{ \"id\": {{{id:RAND_INTEGER:[1:9]}}}, \"by\": \"{{{by:RAND_NAME}}}\" }'\n"
        + "  load dry-run load/scenarios/smoke.yaml";

    protected override Func<CancellationToken, Task<int>> Bind(Scenario scenario) =>
        interrupted => RunAsync(scenario, interrupted);

    private async Task<int> RunAsync(Scenario scenario, CancellationToken interrupted)
    {
        var requests = scenario.Requests.CreateMix();
        using var sender = new HttpSender(1, scenario.Client);
        long[] indices = [.. requests.GetFirstIndices()];
        var asExpected = 0;
        foreach (var (number, index) in indices.Index().TakeWhile(_ => !interrupted.IsCancellationRequested))
        {
            var request = requests.GetRequest(index);
            var view = new DryRunView(
                request,
                scenario.Output.Full,
                requests.Redactor,
                context.Screen.CreateView(),
                context.Screen.Width);
            view.DrawRequest(number + 1, indices.Length, requests.Kinds.Count > 1);
            asExpected += await SendAsync(sender, request, view, scenario.Connection.Timeout, interrupted) ? 1 : 0;
            context.Screen.Print(view.Content);
        }

        var sent = indices.Length == 1 ? "1 request was" : $"{indices.Length} requests were";
        var responses = asExpected == 1 ? "1 response was" : $"{asExpected} responses were";
        var repeat = requests.ParameterNames.Count > 0
            ? $" --seed {scenario.Run.Seed} repeats the values."
            : "";
        context.Screen.PrintLine("");
        context.Screen.PrintLine($"{sent} sent; {responses} as expected.{repeat}");
        return interrupted.IsCancellationRequested ? ExitCode.RunInterrupted
            : asExpected == indices.Length ? ExitCode.Ok
            : ExitCode.ExpectationNotMet;
    }

    /// <returns>True if the response met the expectations.</returns>
    private async Task<bool> SendAsync(
        HttpSender sender, PlannedRequest planned, DryRunView view, TimeSpan timeout, CancellationToken interrupted)
    {
        using var request = planned.CreateMessage();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        limit.CancelAfter(timeout);
        var sent = context.Time.GetTimestamp();
        using var result = await sender.ProbeAsync(request, limit.Token);
        if (result.Failure is { } failure)
            view.DrawTransportError(failure, request.RequestUri!);
        if (result.Response is not { } response)
            return false;
        var ms = context.Time.GetElapsedTime(sent).TotalMilliseconds;
        return view.DrawResponse(response, await response.Content.ReadAsByteArrayAsync(CancellationToken.None), ms);
    }
}
