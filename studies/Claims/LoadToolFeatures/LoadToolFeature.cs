namespace Studies.Claims.LoadToolFeatures;

/// <summary>
/// A feature of SuperBenchmarker 0.4 that its announcement names: an option, a placeholder or its statistics. The load
/// tool has the option <c>-v</c> as <c>-m</c>, and <c>-d</c> and <c>-h</c> as a command, <c>dry-run</c>.
/// </summary>
internal sealed partial record LoadToolFeature(
    string Name, string Command, string Path, IReadOnlyList<string> Options, Func<FeatureTrial, bool> IsPresent)
{
    private const int RandomValues = 20;

    public static IReadOnlyList<LoadToolFeature> All { get; } =
    [
        Run("-u: the address", "customer?id=1", ["-n", "1"], trial => trial.Paths.SequenceEqual(["/customer?id=1"])),
        Run("-n: the number of requests", "", ["-n", "7"], trial => trial.Requests.Count == 7),
        Run("-c: the number of requests at the same time", "", ["-n", "24", "-c", "4"],
            trial => trial.MostAtOnce == 4),
        Run("-v: the method", "", ["-n", "1", "-m", "PUT"], trial => trial.Requests is [{ Method: "PUT" }]),
        Run("-t: headers and a body from a file", "", ["-n", "1", "-t", $"{FeatureTrial.Folder}/request.txt"],
            trial => trial.Requests is [{ Method: "POST", Customer: "7", Body: "an order" }]),
        Run("-f: values from a file", "{{{customerId}}}",
            ["-n", "3", "-c", "1", "-f", $"{FeatureTrial.Folder}/customers.csv"],
            trial => trial.Paths.SequenceEqual(["/123", "/456", "/123"])),
        Run("-p: values from a plugin", "{{{number}}}",
            ["-n", "2", "-c", "1", "-p", typeof(CustomerNumbers).Assembly.Location],
            trial => trial.Paths.SequenceEqual(["/100", "/101"])),
        Run("-l: a log of the requests", "", ["-n", "3", "-l", $"{FeatureTrial.Folder}/log.tsv"],
            trial => trial.LogLines == 1 + 3),
        DryRun("-d: a single request as a trial", [], trial => trial.Requests.Count == 1),
        DryRun("-h: the headers of request and response", ["-H", $"{RecordingServer.RecordedHeader}: 7"],
            trial => trial.Output.Contains($"> {RecordingServer.RecordedHeader}: 7", StringComparison.Ordinal)
                && trial.Output.Contains($"< {RecordingServer.AnswerHeader}: 42", StringComparison.Ordinal)),
        Run("placeholders in the URL", "{{{id:RAND_INTEGER:[7:7]}}}", ["-n", "1"],
            trial => trial.Paths.SequenceEqual(["/7"])),
        Run("placeholders in a header", "",
            ["-n", "1", "-H", $"{RecordingServer.RecordedHeader}: {{{{{{id:RAND_INTEGER:[7:7]}}}}}}"],
            trial => trial.Requests is [{ Customer: "7" }]),
        Random("RAND_INTEGER:[1000:2000]", value => int.TryParse(value, out var number) && number is >= 1000 and <= 2000),
        Random("RAND_DOUBLE", value => double.TryParse(value, CultureInfo.InvariantCulture, out var number)
            && number is > 0 and < 1),
        Random("RAND_STRING", value => Words().IsMatch(value) && !value.Contains(' ')),
        Random("RAND_NAME", value => Words().IsMatch(value) && value.Contains(' ')),
        Random("RAND_DATE", value => IsDate(value, "yyyy-MM-dd")),
        Random("RAND_DATETIME", value => IsDate(value, "yyyy-MM-dd'T'HH:mm:ss")),
        Random("RAND_DATETIMEOFFSET", value => IsDate(value, "yyyy-MM-dd'T'HH:mm:sszzz")),
        Run("the rate, percentiles and the maximum of the response time", "", ["-n", "120", "-c", "10"],
            trial => trial.Measured is { Throughput.Median: > 0, Latency: { P50: > 0, P90: > 0, Max: > 0 } }),
    ];

    /// <summary>The command line, as a user would type it.</summary>
    public override string ToString() => string.Join(
        ' ', new[] { "load", Command, "-u", $"URL/{Path}" }.Concat(Options).Select(QuoteIfNecessary));

    private static LoadToolFeature Run(
        string name, string path, string[] options, Func<FeatureTrial, bool> isPresent) =>
        new(name, "run", path, [.. options, "--warmup", "0s", "--out", FeatureTrial.Folder], isPresent);

    private static LoadToolFeature DryRun(string name, string[] options, Func<FeatureTrial, bool> isPresent) =>
        new(name, "dry-run", "", options, isPresent);

    // Each request has a random value. With the load tool's default seed, the values are the same in each run.
    private static LoadToolFeature Random(string kind, Func<string, bool> isValue) =>
        Run(kind, $"{{{{{{value:{kind}}}}}}}", ["-n", $"{RandomValues}"], trial => trial.Requests.Count == RandomValues
            && trial.Paths.All(path => isValue(path[1..])) && trial.Paths.Distinct().Count() > 1);

    private static string QuoteIfNecessary(string word) => PlainWord().IsMatch(word) ? word : $"'{word}'";

    private static bool IsDate(string value, string format) => DateTimeOffset.TryParseExact(
        value, format, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out _);

    [GeneratedRegex(@"^[\p{L} ]+$")]
    private static partial Regex Words();

    [GeneratedRegex("^[A-Za-z0-9/._-]+$")]
    private static partial Regex PlainWord();
}
