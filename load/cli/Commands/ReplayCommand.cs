using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace TwoTier.Load.Cli.Commands;

/// <summary>The command <c>load replay</c>, which serves the live page of a recorded run.</summary>
internal sealed class ReplayCommand : Command, IHasExample
{
    private readonly ToolContext _context;

    private readonly Argument<string> _file = new("file")
    {
        Description = $"Recording of load run or load compare (*{RecordingFiles.Extension}), or the result beside it.",
    };

    private readonly Option<string> _url = new("--serve")
    {
        Description = "Address to serve the page at.",
        HelpName = "url",
        DefaultValueFactory = _ => LiveSettings.StandardAddress,
        CustomParser = ParseAddress,
    };

    private readonly Option<double> _speed = new("--speed")
    {
        Description = "How many times faster than the run.",
        DefaultValueFactory = _ => 1,
    };

    private readonly Option<double> _from = new("--from")
    {
        Description = "Second of the run at which to begin.",
        HelpName = "seconds",
    };

    public ReplayCommand(ToolContext context)
        : base("replay", "Serve the live page of a run that was recorded with --record, until Ctrl-C.")
    {
        _context = context;
        Add(_file);
        Add(_url);
        Add(_speed);
        Add(_from);
        SetAction((parsed, stop) => ReplayAsync(
            parsed.GetRequiredValue(_file),
            parsed.GetRequiredValue(_url),
            string.Create(
                CultureInfo.InvariantCulture, $"#speed={parsed.GetValue(_speed)}&from={parsed.GetValue(_from)}"),
            stop));
    }

    public string Example => "load replay results/20261120-1752-strategies.json --speed 4 --from 40";

    private static string? ParseAddress(ArgumentResult result)
    {
        try
        {
            return ListeningAddress.Parse(result.Tokens[0].Value);
        }
        catch (ParseException e)
        {
            result.AddError($"--serve: error: {e.Message}");
            return null;
        }
    }

    private async Task<int> ReplayAsync(string path, string url, string start, CancellationToken stop)
    {
        var page = await RecordingFiles.ReadPageAsync(path);
        var report = RecordingFiles.GetReportPath(path);
        await using var server = await ToolServer.StartAsync(url, _url.Name, app => LivePageEndpoints.MapReplay(
            app, page, () => File.Exists(report) ? report : null));
        _context.Screen.PrintLine($"  replay     {server.Url}/{start}");
        await Task.Delay(Timeout.Infinite, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return ExitCode.Ok;
    }
}
