using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace TwoTier.Show;

/// <summary>The command line of this program.</summary>
internal sealed class ShowCommand : RootCommand
{
    /// <summary>The address of the page if the user gives none.</summary>
    public const string DefaultPage = "http://127.0.0.1:5188";

    private const int UsageError = 64;
    private const string DefaultSource = "http://127.0.0.1:5200";
    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);

    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private readonly Argument<string> _source = new("source")
    {
        Description = "Address of a run (load run --events), or recording of one (load run --events FILE.ndjson).",
        DefaultValueFactory = _ => DefaultSource,
    };

    private readonly Option<string> _page = new("--page")
    {
        Description = "Address to serve the page at.",
        HelpName = "url",
        DefaultValueFactory = _ => DefaultPage,
        CustomParser = ListeningAddress.Parse,
    };

    private readonly Option<double> _speed = new("--speed")
    {
        Description = "Play a recording so many times faster than the run.",
        HelpName = "factor",
        DefaultValueFactory = _ => 1,
    };

    private readonly Option<double> _from = new("--from")
    {
        Description = "Second of the run at which the recording begins to play.",
        HelpName = "seconds",
    };

    private readonly Option<string?> _html = new("--html")
    {
        Description = "Write the page that plays a recording to this file, and serve nothing.",
        HelpName = "path",
    };

    private readonly Option<ServiceAddress?> _killed = new("--kill")
    {
        Description = "Service that key K of the page of load stage kills and starts again, as name=url. show posts "
            + "{\"running\": false} or true to this address of the program that has started the service.",
        HelpName = "name=url",
        CustomParser = ParseService,
    };

    public ShowCommand(TextWriter output, TextWriter error)
        : base("Shows a run of the load tool on a page: while it runs, or from its recording.")
    {
        (_output, _error) = (output, error);
        _source.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: ['-', ..] option }])
                result.AddError($"{option}: error: unknown option");
        });
        Add(_source);
        Add(_page);
        Add(_speed);
        Add(_from);
        Add(_html);
        Add(_killed);
        SetAction(InvokeAsync);
    }

    /// <returns>The exit code: 0, or 64 if the command line or a file is wrong.</returns>
    public Task<int> InvokeAsync(IReadOnlyList<string> args, CancellationToken stop = default)
    {
        var parsed = Parse(args);
        if (parsed.Errors.Count == 0)
            return parsed.InvokeAsync(new InvocationConfiguration { Output = _output, Error = _error }, stop);
        foreach (var error in parsed.Errors)
            _error.WriteLine(error.Message);
        return Task.FromResult(UsageError);
    }

    private static ServiceAddress? ParseService(ArgumentResult result)
    {
        if (result.Tokens[0].Value.Split('=', 2) is [{ Length: > 0 } name, var url]
            && Uri.TryCreate(url, UriKind.Absolute, out var address))
        {
            return new ServiceAddress(name, address);
        }

        result.AddError($"'{result.Tokens[0].Value}' is no service. Try --kill database=http://127.0.0.1:5300");
        return null;
    }

    private async Task<int> InvokeAsync(ParseResult parsed, CancellationToken stop)
    {
        try
        {
            var source = parsed.GetRequiredValue(_source);
            if (source.StartsWith("http://", StringComparison.Ordinal))
                await FollowAsync(new Uri(source), parsed, stop);
            else
                await ReplayAsync(new Recording(source), parsed, stop);
            return 0;
        }
        catch (Exception e) when (e is ShowException or IOException or UnauthorizedAccessException)
        {
            await _error.WriteLineAsync(e.Message);
            return UsageError;
        }
    }

    private async Task ReplayAsync(Recording recording, ParseResult parsed, CancellationToken stop)
    {
        var page = await recording.CreatePageAsync();
        if (parsed.GetValue(_html) is { } path)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            await File.WriteAllTextAsync(path, page, CancellationToken.None);
            return;
        }

        await using var server = await ShowServer.StartAsync(
            parsed.GetRequiredValue(_page), _page.Name, app => LivePage.Map(app, recording, page));
        _output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"  page       {server.Url}/#speed={parsed.GetValue(_speed)}&from={parsed.GetValue(_from)}"));
        await WaitAsync(stop);
    }

    private async Task FollowAsync(Uri source, ParseResult parsed, CancellationToken stop)
    {
        // The fragment of the address that the load tool prints. It is sent in clear text, so that anybody on the
        // network path could use it: pages that everybody can open control nothing.
        var page = parsed.GetRequiredValue(_page);
        var token = source.Fragment is ['#', 't', 'o', 'k', 'e', 'n', '=', .. var text] ? text
            : Environment.GetEnvironmentVariable("LOAD_TOKEN") is { Length: > 0 } variable ? variable
            : null;
        if (!ListeningAddress.IsLoopback(page))
            token = null;
        var feed = new EventFeed(KeepAliveInterval, TimeProvider.System);
        using var service = parsed.GetValue(_killed) is { } killed ? new StageService(killed) : null;
        using var control = token is null ? null : new LoadControl(source, token, service);
        var follower = new RunFollower(source, feed, token is not null, service);
        if (service is not null)
        {
            service.Changed += state =>
            {
                follower.PublishService(state);
                if (state is StageService.Running)
                    _ = control?.ShowAgainAsync();
            };
        }

        await using var server = await ShowServer.StartAsync(page, _page.Name, app =>
        {
            LivePage.Map(app, feed, () => follower.ReportPath);
            control?.Map(app);
        });
        _output.WriteLine($"  page       {server.Url}/{(token is null ? "" : $"#token={token}")}");
        _output.WriteLine($"  follows    {source.GetLeftPart(UriPartial.Path)}: load run … --events; Ctrl-C ends it");
        await follower.FollowAsync(stop);
    }

    private static async Task WaitAsync(CancellationToken stop) =>
        await Task.Delay(Timeout.Infinite, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}
