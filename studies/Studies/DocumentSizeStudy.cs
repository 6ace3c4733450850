using System.CommandLine;
using System.Text.Json.Serialization;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Compares the values of a flag or a setting of the front-end over the size of a document, from 1 kB to 1 MB, by the
/// throughput and the CPU time of both services. All values must give the same answers.
/// </summary>
internal abstract class DocumentSizeStudy : StudyCommand
{
    private const int Customers = 20;
    private const string MaxResponseBytes = "--Backend:MaxResponseBytes=2097152";
    private const string AllSizes = "1024,10000,100000,1000000";

    private readonly Option<string> _sizes = new("--sizes")
    {
        Description = "The sizes of the customer's document in bytes, from 1024 to 1048576.",
        HelpName = "BYTES",
        DefaultValueFactory = _ => AllSizes,
    };

    private readonly string _heading;
    private readonly IReadOnlyList<string> _values;

    protected DocumentSizeStudy(string name, string description, string heading, IReadOnlyList<string> values)
        : base(name, description, new(7))
    {
        (_heading, _values) = (heading, values);
        _sizes.Validators.Add(result =>
        {
            foreach (var size in result.Tokens.SelectMany(token => token.Value.Split(',')))
            {
                if (!int.TryParse(size, out var bytes) || bytes is < 1_024 or > 1_048_576)
                    result.AddError($"Invalid size '{size}' in --sizes. Valid sizes: numbers from 1024 to 1048576.");
            }
        });
        Add(_sizes);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds)
    {
        var perSize = TimeSpan.FromSeconds(10 + (_values.Count * (3 + (1.6 * rounds))));
        return arguments.GetRequiredValue(_sizes).Split(',').Length * perSize;
    }

    /// <summary>Gets the settings of the back-end, as command-line arguments in the form --Key=value.</summary>
    protected virtual IReadOnlyList<string> GetBackendSettings(StudyContext context) => [];

    /// <summary>
    /// Gets the settings that the front-end of a value has. Values with the same settings share a front-end.
    /// </summary>
    protected virtual string GetFrontendSetting(string value) => "";

    /// <summary>Gets the query parameter of the requests with a value; null for none.</summary>
    protected virtual string? GetQuery(string value) => null;

    /// <summary>Gets the header with which the front-end asks the back-end for another form of the document.</summary>
    /// <returns>The name and the value of the header; null if there is no such header.</returns>
    protected virtual (string Name, string Value)? GetRequestHeader(string value) => null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var rows = new List<DocumentSizeResult>();
        var table = new TextTable(2, DocumentSizeResult.GetHeadings(_heading));
        var code = ExitCode.Success;
        foreach (var size in context.Get(_sizes).Split(','))
        {
            var environment = context.Environment;
            var backend = await environment.StartBackendAsync(
                [$"--Data:Customers={Customers}", $"--Data:CustomerBytes={size}", .. GetBackendSettings(context)]);
            var definitions = await StartFrontendsAsync(environment, backend);
            await ThrowIfAnswersDifferAsync(environment, definitions);
            var run = await context.CompareAsync(null,
                ("--url", $"{definitions[0].Url}/api/customer/{{{{{{id:RAND_INTEGER:[1:{Customers}]}}}}}}?client=shared"),
                ("--vary", VariantDefinition.Format(definitions)), ("--baseline", _values[0]),
                VariantResult.MonitorBackend(backend), ("--name", $"{Name}-{size}"));
            if (!run.HasResult)
                return run.ToolExitCode;
            code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
            var variants = run.ReadResult().Variants.ToDictionary(variant => variant.Name);
            foreach (var value in _values)
            {
                var body = await MeasureBodyAsync(environment, backend, value);
                rows.Add(DocumentSizeResult.Create(size, body, variants[value], variants[_values[0]]));
            }

            foreach (var frontend in definitions.Select(definition => definition.Url).Distinct())
                await environment.StopAsync(new(frontend));
            await environment.StopAsync(backend);
        }

        foreach (var row in rows)
            table.Add(row.ToCells());
        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, rows, table);
        return code;
    }

    private async Task<IReadOnlyList<VariantDefinition>> StartFrontendsAsync(
        TestbedEnvironment environment, Uri backend)
    {
        var frontends = new Dictionary<string, Uri>();
        foreach (var setting in _values.Select(GetFrontendSetting).Distinct())
        {
            string[] settings = setting is "" ? [MaxResponseBytes] : [MaxResponseBytes, setting];
            frontends[setting] = await environment.StartFrontendAsync(backend, settings: settings);
        }

        return
        [
            .. _values.Select(value => new VariantDefinition(
                value, RequestUrls.FormatBaseUrl(frontends[GetFrontendSetting(value)]), GetQuery(value))),
        ];
    }

    /// <summary>Returns the mean number of bytes of the customers' documents, as the back-end sends them.</summary>
    private async Task<double> MeasureBodyAsync(TestbedEnvironment environment, Uri backend, string value)
    {
        var bytes = 0.0;
        for (var id = 1; id <= Customers; id++)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(backend, $"/api/customer/{id}"));
            if (GetRequestHeader(value) is { } header)
                request.Headers.Add(header.Name, header.Value);
            using var response = await environment.Http.SendAsync(request, environment.StopToken);
            response.EnsureSuccessStatusCode();
            bytes += (await response.Content.ReadAsByteArrayAsync(environment.StopToken)).Length;
        }

        return bytes / Customers;
    }

    private static async Task ThrowIfAnswersDifferAsync(
        TestbedEnvironment environment, IReadOnlyList<VariantDefinition> definitions)
    {
        for (var id = 1; id <= Customers; id++)
        {
            var answers = new HashSet<string>();
            foreach (var definition in definitions)
                answers.Add(await environment.GetAsync(new($"{definition.Url}/api/customer/{id}?{definition.Query}")));
            if (answers.Count is not 1)
                throw new StudyException($"The variants give {answers.Count} different answers for customer {id}.");
        }
    }
}

/// <summary>The measurements of a variant with documents of one size.</summary>
internal sealed record DocumentSizeResult(
    string Bytes, string Variant, double BodyBytes, double Rps, RatioEstimate? ThroughputRatio, double? CpuMs,
    RatioEstimate? CpuRatio, double? BackendCpuMs, RatioEstimate? BackendCpuRatio, double? AllocKb)
{
    public static IReadOnlyList<string> GetHeadings(string variants) =>
    [
        "bytes", variants, "sent", "req/s", "× first", "CPU ms", "× first", "back-end CPU ms", "× first", "KB/request",
    ];

    /// <summary>Whether the other variants are compared with this one.</summary>
    [JsonIgnore]
    public bool IsBaseline { get; init; }

    /// <summary>Takes over the measurements of a variant.</summary>
    public static DocumentSizeResult Create(
        string bytes, double bodyBytes, VariantResult variant, VariantResult baseline) => new(
        bytes,
        variant.Name,
        bodyBytes,
        variant.Throughput.Median,
        RatioEstimate.From(variant.Ratio),
        variant.Target.CpuMs,
        RatioEstimate.From(variant.CpuRatio),
        variant.Backend.CpuMs,
        variant.Name == baseline.Name ? null : RatioEstimate.FromRounds(variant.Rounds.Join(
            baseline.Rounds, round => round.N, round => round.N,
            (dividend, divisor) => (GetBackendCpu(dividend), GetBackendCpu(divisor)))),
        variant.Target.AllocKb)
        {
            IsBaseline = variant.Name == baseline.Name,
        };

    public IReadOnlyList<string> ToCells() =>
    [
        Bytes, Variant, TableNumbers.Format(BodyBytes, "0"), TableNumbers.Format(Rps), FormatRatio(ThroughputRatio),
        TableNumbers.Format(CpuMs), FormatRatio(CpuRatio), TableNumbers.Format(BackendCpuMs),
        FormatRatio(BackendCpuRatio), TableNumbers.Format(AllocKb),
    ];

    private static double? GetBackendCpu(RoundSummary round) =>
        round.CpuMs.GetValueOrDefault(VariantResult.BackendProcess);

    private string FormatRatio(RatioEstimate? ratio) => RatioEstimate.Format(ratio, IsBaseline);
}
