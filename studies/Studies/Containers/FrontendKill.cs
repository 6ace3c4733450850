namespace Studies.Studies.Containers;

/// <summary>
/// Kills one of three front-ends under load and accounts for every payload by its id. The load tool records which
/// payloads were acknowledged, and a proxy between the front-ends and the back-end records which payloads the back-end
/// answered with status 200.
/// </summary>
internal sealed class FrontendKill(StudyContext context, ComposeEnvironment compose, ScaleOutLanguage language)
{
    private const int RequestsBeforeKill = 2000;
    private const int MinAcknowledgedPayloads = 500;
    private const double HighestFailureShare = 0.01;

    public async Task RunAsync(string duration, CheckReporter checks)
    {
        Console.WriteLine($"== {language.Name}: one of three front-ends is killed under load");
        var before = await ReadParsedCountAsync();
        var log = $"{language.Name}.tsv";
        var load = ContainerStudy.LoadAsync(compose, "run", "scale-out", context.ResultsFolder,
        [
            ("--url", language.GetBalancer(0)), ("--duration", duration), ("--connections", "20"), ("--warmup", "0s"),
            ("--log", $"/results/{log}"), ("--name", $"kill-{language.Name}"),
        ], isQuiet: true);
        if (!await ContainerStudy.WaitAsync(
            context, async () => (await ReadAcknowledgedIdsAsync()).Count > RequestsBeforeKill))
            throw new StudyException("Too few payloads reached the back-end within a minute.");
        await compose.KillAsync(
            (await compose.GetContainersAsync(language.Frontend)).First(container => container.Running));
        await load;

        var requests = RequestLog.Read(Path.Combine(context.ResultsFolder, log));
        var taken = await ReadAcknowledgedIdsAsync();
        var parsed = await ReadParsedCountAsync() - before;
        var lost = requests.Acknowledged.Except(taken).Count();
        var running = (await compose.GetContainersAsync(language.Frontend)).Count(container => container.Running);
        checks.Add(running is 2, "two of three front-ends are still running");
        checks.Add(requests.Acknowledged.Count > MinAcknowledgedPayloads && lost is 0,
            $"{lost} of {requests.Acknowledged.Count} acknowledged payloads did not reach the back-end (0 allowed)");
        checks.Add(
            parsed == taken.Count, $"the back-end counted {parsed} payloads, and the proxy recorded {taken.Count}");
        checks.Add(taken.Distinct().Count() == taken.Count, "no payload reached the back-end twice");
        var all = requests.Acknowledged.Count + requests.Failed;
        checks.Add(requests.Failed < HighestFailureShare * all,
            $"{requests.Failed} of {all} requests failed (less than 1 % allowed)");
    }

    private async Task<double> ReadParsedCountAsync()
    {
        var response =
            await compose.ExecuteAsync("balancer", CreateScript(language.Backend, 8080, @"GET /metrics HTTP/1.0\r\n\r\n"));
        return PrometheusSamples.Parse(response).Total("ingest_payloads_parsed_total");
    }

    /// <returns>
    /// The ids of the payloads that the back-end answered with status 200, as the proxy recorded them.
    /// </returns>
    private async Task<IReadOnlyList<string>> ReadAcknowledgedIdsAsync()
    {
        var events = await compose.ExecuteAsync("balancer", CreateScript("127.0.0.1", 9999, @"show events audit\n"));
        return [.. events.Split('\n')
            .Select(AuditEntry.TryParse)
            .OfType<AuditEntry>()
            .Where(entry => entry.Backend == $"behind-{language.AuditPort}" && entry.Status is 200)
            .Select(entry => entry.Job)];
    }

    // The request is sent with bash, because the image of the balancer contains no HTTP client.
    private static string CreateScript(string host, int port, string request) =>
        $"exec 3<> /dev/tcp/{host}/{port}; printf '{request}' >&3; cat <&3";
}

/// <summary>An entry that the audit proxy logs for each request (docker/haproxy.cfg).</summary>
internal sealed record AuditEntry(string Backend, int Status, string Job)
{
    /// <returns>The audit entry; null for a log line that is not an audit entry.</returns>
    public static AuditEntry? TryParse(string line)
    {
        // The proxy writes the time before each log entry.
        var start = line.IndexOf('{', StringComparison.Ordinal);
        try
        {
            return start < 0 ? null : JsonSerializer.Deserialize<AuditEntry>(line[start..], JsonSerializerOptions.Web);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
