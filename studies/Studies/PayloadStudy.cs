using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Compares strategies over the size of a document, from 1 kB to 1 MB: where reading from the stream begins to pay. A
/// string of 42 thousand characters or more is allocated on the large object heap.
/// </summary>
internal sealed class PayloadStudy : StudyCommand
{
    private const string Strategies = "buffered-stj,headers-read-stj,get-stream-stj,get-from-json,string-jsonconvert";
    private const int Customers = 20;
    private const string AllSizes = "1024,10000,100000,1000000";

    private readonly Option<string> _sizes = new("--sizes")
    {
        Description = "The sizes of the customer's document in bytes, from 1024 to 1048576.",
        HelpName = "BYTES",
        DefaultValueFactory = _ => AllSizes,
    };

    public PayloadStudy()
        : base(
            "payloads",
            "Compares strategies by the size of the document, from 1 kB to 1 MB. The bytes of all answers are equal.",
            new(7))
    {
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
        var perSize = TimeSpan.FromSeconds(10 + (Strategies.Split(',').Length * (3 + (1.6 * rounds))));
        return arguments.GetRequiredValue(_sizes).Split(',').Length * perSize;
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (rows, table) = (new List<PayloadResult>(), new TextTable(2, PayloadResult.Headings));
        var code = ExitCode.Success;
        foreach (var size in context.Get(_sizes).Split(','))
        {
            var environment = context.Environment;
            var backend =
                await environment.StartBackendAsync($"--Data:Customers={Customers}", $"--Data:CustomerBytes={size}");
            var frontend = await environment.StartFrontendAsync(backend, settings: "--Backend:MaxResponseBytes=2097152");
            await ThrowIfAnswersDifferAsync(environment, frontend);
            var run = await context.CompareAsync(null,
                ("--url", $"{frontend}api/customer/{{{{{{id:RAND_INTEGER:[1:{Customers}]}}}}}}?client=shared"),
                ("--vary", $"strategy={Strategies}"), ("--monitor", $"back-end={backend}"),
                ("--name", $"{Name}-{size}"));
            if (!run.HasResult)
                return run.ToolExitCode;
            code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
            foreach (var variant in run.ReadResult().Variants)
                rows.Add(PayloadResult.Create(size, variant));
            await environment.StopAsync(frontend);
            await environment.StopAsync(backend);
        }

        foreach (var row in rows)
            table.Add(row.ToCells());
        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, rows, table);
        return code;
    }

    private static async Task ThrowIfAnswersDifferAsync(TestbedEnvironment environment, Uri frontend)
    {
        for (var id = 1; id <= Customers; id++)
        {
            var answers = new HashSet<string>();
            foreach (var strategy in Strategies.Split(','))
                answers.Add(await environment.GetAsync(new(frontend, $"/api/customer/{id}?strategy={strategy}")));
            if (answers.Count is not 1)
                throw new StudyException($"The strategies give {answers.Count} different answers for customer {id}.");
        }
    }
}

/// <summary>The measurements of a strategy with documents of one size.</summary>
internal sealed record PayloadResult(
    string Bytes, string Strategy, double Rps, RatioSummary? ThroughputRatio, double? CpuMs, RatioSummary? CpuRatio,
    double? AllocKb)
{
    public static IReadOnlyList<string> Headings { get; } =
        ["bytes", "strategy", "req/s", "req/s × buffered", "CPU ms", "CPU × buffered", "KB/request"];

    public static PayloadResult Create(string bytes, VariantResult variant) => new(
        bytes, variant.Name, variant.Throughput.Median, variant.Ratio, variant.Target.CpuMs, variant.CpuRatio,
        variant.Target.AllocKb);

    public IReadOnlyList<string> ToCells() =>
    [
        Bytes, Strategy, TableNumbers.Format(Rps), FormatRatio(ThroughputRatio), TableNumbers.Format(CpuMs),
        FormatRatio(CpuRatio), TableNumbers.Format(AllocKb),
    ];

    private static string FormatRatio(RatioSummary? ratio) => ratio is null ? "1" : $"{RatioEstimate.From(ratio)}";
}
