
namespace TwoTier.Load.Cli.Commands;

internal sealed class DryRunCommand(ToolContext context) : ScenarioCommand(
    "dry-run",
    "Send one request of each kind to each URL or variant, and show it with its response.",
    CommandSet.DryRun)
{
    public override string Example =>
        "load dry-run http://127.0.0.1:5101/ingest/data \\\n"
        + "    -H 'Content-Type: application/json' \\\n"
        + "    --body '{ \"id\": {{{id:RAND_INTEGER:[1:9]}}}, \"by\": \"{{{by:RAND_NAME}}}\" }'\n"
        + "  load dry-run load/scenarios/smoke.yaml";

    protected override async Task<int> RunAsync(Scenario scenario, string[] targets, CancellationToken interrupted)
    {
        scenario.SetTargets(targets, areVariants: false);
        (string? Variant, RequestMix Requests)[] mixes = scenario.Variants.Count == 0
            ? [(null, scenario.Sent.CreateMix())]
            : [.. new ComparisonReader(scenario).ReadVariants().Select(variant => (variant.Name, variant.Requests))];
        using var sender = new HttpSender(1, scenario.Client);
        var planned = mixes
            .SelectMany(mix => mix.Requests.GetFirstIndices()
                .Select(index => (mix.Variant, mix.Requests, Request: mix.Requests.GetRequest(index))))
            .ToArray();
        var answers = new List<Answer>();
        var asExpected = 0;
        foreach (var (number, (variant, requests, request)) in planned.Index())
        {
            if (interrupted.IsCancellationRequested)
                break;
            var view = new DryRunView(request, context.Screen.CreateView(), context.Screen.Width);
            view.DrawRequest(variant, number + 1, planned.Length, requests.Kinds.Count > 1);
            if (await SendAsync(sender, request, view, scenario.Timeout, interrupted) is { } answer)
            {
                asExpected += answer.IsExpected ? 1 : 0;
                answers.Add(answer with { Variant = variant });
            }

            context.Screen.Print(view.Content);
        }

        var sent = planned.Length == 1 ? "1 request was" : $"{planned.Length} requests were";
        var responses = asExpected == 1 ? "1 response was" : $"{asExpected} responses were";
        var repeat = mixes[0].Requests.ParameterNames.Count > 0
            ? $" --seed {scenario.Seed} repeats the values."
            : "";
        context.Screen.PrintLine("");
        if (mixes.Length > 1 && answers.Count == planned.Length && HaveEqualAnswers(answers))
        {
            context.Screen.PrintLine(
                "! All variants gave the same answer, byte for byte, and their URLs differ in the query only. If the "
                    + "answers should differ, check the name of the parameter: the target may not know it.");
        }

        context.Screen.PrintLine($"{sent} sent; {responses} as expected.{repeat}");
        return interrupted.IsCancellationRequested ? ExitCode.RunInterrupted
            : asExpected == planned.Length ? ExitCode.Ok
            : ExitCode.ExpectationNotMet;
    }

    private static bool HaveEqualAnswers(IEnumerable<Answer> answers) => answers
        .GroupBy(answer => answer.Variant, answer => $"{answer.Path} {Convert.ToBase64String(answer.Body)}")
        .DistinctBy(variant => string.Join(' ', variant))
        .Count() == 1;

    private async Task<Answer?> SendAsync(
        HttpSender sender, PlannedRequest planned, DryRunView view, TimeSpan timeout, CancellationToken interrupted)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        limit.CancelAfter(timeout);
        var sent = context.Time.GetTimestamp();
        var response = await sender.ProbeAsync(planned, limit.Token);
        if (response.Failure is { } failure)
        {
            view.DrawTransportError(failure);
            return null;
        }

        var ms = context.Time.GetElapsedTime(sent).TotalMilliseconds;
        return new Answer(planned.Uri.GetLeftPart(UriPartial.Path), response.Body, view.DrawResponse(response, ms));
    }

    private sealed record Answer(string Path, byte[] Body, bool IsExpected)
    {
        public string? Variant { get; init; }
    }
}
