namespace TwoTier.Load.Cli.Commands;

internal sealed class AbCommand(ToolContext context) : ScenarioCommand(
    "ab",
    "Compare two services: build, start, measure and restart both, and say which one is slower.",
    CommandSet.Ab,
    "services",
    "The two services: each is a URL, a command that starts one, a folder or a project to build, or git:REF of "
        + "this repository. A scenario file in YAML can follow. A command learns its port from ASPNETCORE_URLS, from "
        + "PORT, or from {port} in it.")
{
    private static readonly TimeSpan DefaultTime = TimeSpan.FromMinutes(3);

    // Before the services have started, the options are checked with these.
    private static readonly string[] Placeholders = ["http://127.0.0.1:1", "http://127.0.0.1:2"];

    public override string Example =>
        "load ab git:main . --path /api/x\n"
        + "  load ab 'dotnet old/Shop.dll' 'node shop.js {port}' --path /orders\n"
        + "  load ab src/Shop --package RestSharp=113.0.0,114.0.0 --path /orders";

    protected override bool IsTarget(string word) =>
        !word.EndsWith(".yaml", StringComparison.Ordinal) && !word.EndsWith(".yml", StringComparison.Ordinal);

    protected override Func<CancellationToken, Task<int>> Bind(Scenario scenario) => throw new NotSupportedException();

    protected override Func<CancellationToken, Task<int>> Bind(string[] targets, Func<Scenario> read)
    {
        var planned = Read(Placeholders, null);
        var (expected, example) = planned.Ab.Package is null
            ? ("two services", "load ab git:main . --path /api/x")
            : ("one project", "load ab src/Shop --package RestSharp=113.0.0,114.0.0");
        if (targets.Length != (planned.Ab.Package is null ? 2 : 1))
            throw ParseException.Create($"expected {expected}, found {targets.Length}", example);
        _ = new ComparisonReader(Read(Placeholders, AbPart.CreateRounds(TimeSpan.Zero))).ReadPlan();
        return stop => CompareAsync(planned.Output.Adapt(context), targets, planned, Read, stop);

        // The options of a part of a start: turns for so long, after a warm-up or not; null for the options as given.
        Scenario Read(IReadOnlyList<string> services, AbPart? part)
        {
            var scenario = read();
            UrlVariants.Set(scenario, [.. services.Select(url => url + scenario.Ab.Path)], ["A", "B"]);
            scenario.Monitor.Add(new MonitorChoice(MonitoredProcess.Target, null));
            if (part is not null)
            {
                scenario.Within = null;
                foreach (var (key, value) in part.Options)
                    scenario.Set(key, value);
            }

            return scenario;
        }
    }

    private static async Task<int> CompareAsync(
        ToolContext context,
        string[] words,
        Scenario planned,
        Func<IReadOnlyList<string>, AbPart?, Scenario> read,
        CancellationToken stop)
    {
        if (!planned.Output.CanBeWritten(context))
            return ExitCode.UsageError;
        try
        {
            await using var builder = new SideBuilder(
                Environment.CurrentDirectory, planned.Ab.Project, text => context.Screen.PrintLine($"  {text}"), stop);
            var sides = await BuildAsync(builder, words, planned.Ab.Package);
            foreach (var side in sides)
                context.Screen.PrintLine($"  {side.Name}          {side.Text}");
            var measurement = new AbMeasurement(context, sides, read, stop);
            var within = planned.Within?.Time.Value ?? DefaultTime;
            await QuietMoment.WaitAsync(context, within, context.Screen.PrintLine, stop);
            var result = await measurement.MeasureAsync(within, planned.GetName("ab"));
            var path = await context.WriteAsync(result, planned.Output.Out);
            var exitCode = measurement.Failure is null
                ? GetExitCode(result, planned.Margin)
                : ExitCode.ServiceFailed;
            context.Screen.Print(ResultDocument.Create(result));
            context.Screen.Print(ResultDocument.CreateEnd(result, path, exitCode));
            if (planned.Ab.Summary is { } summary)
            {
                var text = MarkdownWriter.Write(ResultDocument.CreateSummary(result));
                await File.AppendAllTextAsync(summary, text, stop);
            }

            if (measurement.Failure is { } failure)
                await context.Error.WriteLineAsync(failure.Message);
            return exitCode;
        }
        catch (ServiceException e)
        {
            await context.Error.WriteLineAsync(e.Message);
            return ExitCode.ServiceFailed;
        }
    }

    private static async Task<Side[]> BuildAsync(SideBuilder builder, string[] words, PackageVersions? package) =>
        package is null
            ? [await builder.CreateAsync("A", words[0]), await builder.CreateAsync("B", words[1])]
            :
            [
                await builder.CreateWithPackageAsync("A", words[0], package.Name, package.First),
                await builder.CreateWithPackageAsync("B", words[0], package.Name, package.Second),
            ];

    // B is worse if its interval leaves no doubt, and its estimate is worse by more than the margin.
    private static int GetExitCode(Result result, double margin)
    {
        var code = ExitCode.FromResult(result);
        var b = result.Variants[1];
        return code == ExitCode.Ok
            && (b.Ratio is { Verdict: RatioVerdict.Slower } rate && rate.Value < 1 - margin
                || b.CpuRatio is { Verdict: RatioVerdict.Dearer } cpu && cpu.Value > 1 + margin)
            ? ExitCode.ExpectationNotMet
            : code;
    }
}
