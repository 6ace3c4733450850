namespace TwoTier.Load.Cli.Commands;

internal sealed class DryRunCommand(ToolContext context) : ScenarioCommand(
    "dry-run",
    "Send one request of each kind to each URL or variant, and show it with its response.",
    CommandSet.DryRun)
{
    private const int MaxBodyLines = 20;
    private const int MaxBodyLength = 2_000;

    public override string Example =>
        "load dry-run http://127.0.0.1:5101/ingest/data \\\n"
        + "    -H 'Content-Type: application/json' \\\n"
        + "    --body '{ \"id\": {{{id:RAND_INTEGER:[1:9]}}}, \"by\": \"{{{by:RAND_NAME}}}\" }'\n"
        + "  load dry-run load/scenarios/smoke.yaml";

    protected override async Task<int> RunAsync(Scenario scenario, string[] targets, CancellationToken interrupted)
    {
        scenario.SetTargets(targets, areVariants: false);
        (string? Variant, RequestMix Requests)[] mixes = scenario.Variants.Count == 0
            ? [(null, scenario.CreateMix())]
            : [.. new ComparisonReader(scenario).ReadVariants().Select(variant => (variant.Name, variant.Requests))];
        using var sender = new HttpSender(1, scenario.Client);
        var planned = mixes
            .SelectMany(mix => mix.Requests.GetFirstRequests()
                .Select(request => (mix.Variant, mix.Requests.Kinds.Count, Request: request)))
            .ToArray();
        var asExpected = 0;
        foreach (var (number, (variant, kinds, request)) in planned.Index())
        {
            if (interrupted.IsCancellationRequested)
                break;
            var kind = request.Kind;
            context.Screen.PrintLine("");
            context.Screen.PrintLine((variant is null ? "" : $"{variant}: ") + (kinds > 1
                ? $"{kind.Name}, {number + 1} of {planned.Length}, weight {kind.Weight}"
                : $"request {number + 1} of {planned.Length}"));
            Print(request);
            if (await SendAsync(sender, request, scenario.Timeout, interrupted))
                asExpected++;
        }

        var sent = planned.Length == 1 ? "1 request was" : $"{planned.Length} requests were";
        var responses = asExpected == 1 ? "1 response was" : $"{asExpected} responses were";
        var repeat = planned.Any(one => one.Request.Values.Length > 0)
            ? $" --seed {scenario.Seed} repeats the values."
            : "";
        context.Screen.PrintLine("");
        context.Screen.PrintLine($"{sent} sent; {responses} as expected.{repeat}");
        return interrupted.IsCancellationRequested ? ExitCode.RunInterrupted
            : asExpected == planned.Length ? ExitCode.Ok
            : ExitCode.ExpectationNotMet;
    }

    private void Print(PlannedRequest planned)
    {
        var (request, values) = (planned.Template, planned.Values);
        Print("> ", $"{request.Method} {UrlDivision.GetSentUrl(planned.Uri)} HTTP/1.1");
        foreach (var (part, value) in request.Headers)
            Print("> ", $"{part.Name}: {value.Render(values)}");
        if (request.Body is { } body)
            PrintBody("> ", body.Render(values));
    }

    /// <returns>Whether the response is as expected.</returns>
    private async Task<bool> SendAsync(
        HttpSender sender, PlannedRequest planned, TimeSpan timeout, CancellationToken interrupted)
    {
        var sent = context.Time.GetTimestamp();
        var response = await sender.ProbeAsync(planned, timeout, interrupted);
        if (response.Failure is { } failure)
        {
            Print("< ", $"✗ {failure.Kind.GetName()}  {failure.Message}");
            Print("  ", $"{failure.Kind.GetAdvice()}\ntry  curl -i '{UrlDivision.GetSentUrl(planned.Uri)}'");
            return false;
        }

        var ms = context.Time.GetElapsedTime(sent).TotalMilliseconds;
        var checks = planned.Kind.Expectations.Evaluate(response.Status, response.Body).ToArray();
        var isExpected = checks.All(check => check.Passed);
        var reason = response.Head[0].Split(' ', 3) is [_, _, var words] ? words : "";
        Print("< ", $"{(isExpected ? "" : "✗ ")}{response.Status} {reason}   "
            + $"{FormatNumber(ms)} ms, {FormatCount(response.ReceivedBytes)} bytes");
        foreach (var header in response.Head.Skip(1).Select(line => line.Split(':', 2)))
            Print("< ", $"{header[0]}: {header[1].Trim()}");
        if (response.Body.Length > 0)
            PrintBody("  ", Encoding.UTF8.GetString(response.Body));
        Print("  ", string.Join("  ", checks.Select(check => $"{(check.Passed ? "✓" : "✗")} {check.Text}")));
        return isExpected;
    }

    private void PrintBody(string mark, string body)
    {
        var text = body.ReplaceLineEndings("\n");
        var cut = string.Join('\n', text[..Math.Min(text.Length, MaxBodyLength)].Split('\n').Take(MaxBodyLines));
        Print(mark, cut.Length < text.Length ? $"{cut}\n…" : cut);
    }

    private void Print(string mark, string text)
    {
        foreach (var line in text.ReplaceLineEndings("\n").Split('\n'))
            context.Screen.PrintLine(mark + line);
    }
}
