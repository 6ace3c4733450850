using System.CommandLine;
using Load.Comparing;
using Load.Reporting;
using Load.Reporting.Model;
using Load.Reporting.Terminal;
using Load.Scraping;
using Load.Sending;

namespace Load.Cli;

/// <summary><c>load compare</c>: several variants of one request, in shuffled rounds.</summary>
internal sealed class CompareCommand(ToolContext context)
{
    public const string Example =
        "load compare -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}' \\\n"
        + "    --vary strategy=string-jsonconvert,get-from-json,webclient-async@http://127.0.0.1:5102 \\\n"
        + "    --tier back-end=http://127.0.0.1:5101";

    private readonly CompareOptions _options = new();

    public Command Make(string[] args)
    {
        var command = _options.AddTo(new RequestCommand(
            "compare",
            "Measure variants of one request in shuffled rounds; say which differ, and how sure that is.",
            _options.Requests));
        command.SetAction((given, stop) => CompareAsync(given, CommandLine.Text(args), stop));
        return command;
    }

    private async Task<int> CompareAsync(ParseResult given, string commandLine, CancellationToken stop)
    {
        var (screen, time) = (context.Screen, context.Time);
        var plan = _options.PlanOf(given);
        if (!context.CanWriteTo(_options.FolderOf(given)))
            return ExitCode.Usage;
        var expected = _options.ExpectationsOf(given);
        using var sender = new Sender(_options.ConnectionsOf(given), expected);
        var probe = new Probe(sender, expected, context.Error, _options.TimeoutOf(given));
        if (!await probe.AllAnswerAsync(plan.Variants, stop))
            return stop.IsCancellationRequested ? ExitCode.CutShort : ExitCode.Unreachable;

        var (slice, whole) = (plan.Slice.TotalSeconds, Math.Ceiling(plan.Duration.TotalSeconds));
        screen.Line(
            $"  compare    {plan.Variants.Count} variants × {plan.Rounds} shuffled rounds × {Figures.Seconds(slice)}, "
            + $"{_options.ConnectionsOf(given)} connections, about {Figures.Seconds(whole)}");
        using var scraper = new Scraper();
        var progress = new ComparisonProgress();
        var crew = new Crew(sender, _options.ConnectionsOf(given), _options.TimeoutOf(given), time);
        var started = time.GetUtcNow();
        var slices = await new LiveDisplay(plan, progress, screen, time, Environment.ProcessorCount)
            .DuringAsync(() => new Comparison(plan, crew, scraper, time, context.OwnCpu, progress).RunAsync(stop));
        if (slices.Count == 0)
        {
            await context.Error.WriteLineAsync("Stopped before the end of the first round: nothing to report.");
            return ExitCode.CutShort;
        }

        var request = _options.RequestOf(given, commandLine, Environment.ProcessorCount);
        var report = new ComparisonReport(request, plan, progress.Warmups);
        return await ReportAsync(report.Of(slices, started, time.GetUtcNow()), _options.FolderOf(given));
    }

    private async Task<int> ReportAsync(Result result, string folder)
    {
        var screen = context.Screen;
        screen.Show(new ComparisonSheet(result, screen.NewSheet(), screen.Width).Draw());
        var path = await ResultFiles.WriteAsync(result, folder);
        screen.Show(new ComparisonFoot(result, screen.NewSheet()).Draw(path, ExitCode.Invalid));
        return result.Validity.State switch
        {
            Validity.Invalid => ExitCode.Invalid,
            Validity.CutShort => ExitCode.CutShort,
            _ => ExitCode.Ok,
        };
    }
}
