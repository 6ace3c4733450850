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

    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private readonly Argument<string[]> _source = new("source")
    {
        Description = "What to show: the FILE that load … --events FILE writes, even before it exists; - for the "
            + "output of load … --events -; or, after --, a command load run … --steer, which the page then controls.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string> _page = new("--page")
    {
        Description = "Address to serve the page at.",
        HelpName = "url",
        DefaultValueFactory = _ => DefaultPage,
        CustomParser = ListeningAddress.Parse,
    };

    private readonly Option<bool> _play = new("--play")
    {
        Description = "Play the file as a recording, from the start of its run. The next three options do this, too.",
    };

    private readonly Option<double> _speed = new("--speed")
    {
        Description = "Speed of the recording: 2 plays it twice as fast as the run.",
        HelpName = "factor",
        DefaultValueFactory = _ => 1,
    };

    private readonly Option<double> _from = new("--from")
    {
        Description = "Second of the run at which the recording begins.",
        HelpName = "seconds",
    };

    private readonly Option<string?> _html = new("--html")
    {
        Description = "Write the page that plays the recording to this file, and start no server.",
        HelpName = "path",
    };

    private readonly Option<ServiceAddress?> _killed = new("--kill")
    {
        Description = "Service that key K of the page kills and starts again, as name=url. At this URL, the program "
            + "that started the service must accept {\"running\": false} and {\"running\": true}.",
        HelpName = "name=url",
        CustomParser = ParseService,
    };

    public ShowCommand(TextWriter output, TextWriter error)
        : base("Shows a run of the load tool on a page: while it runs, or from its recording.")
    {
        (_output, _error) = (output, error);
        Add(_source);
        Add(_page);
        Add(_play);
        Add(_speed);
        Add(_from);
        Add(_html);
        Add(_killed);
        SetAction(InvokeAsync);
    }

    /// <returns>
    /// The exit code: that of the command that was started, otherwise 0, or 64 if the command line or a file is wrong.
    /// </returns>
    public Task<int> InvokeAsync(IReadOnlyList<string> args, CancellationToken stop = default)
    {
        var parsed = Parse(args);
        if (parsed.Errors.Count == 0)
        {
            var configuration = new InvocationConfiguration
            {
                Output = _output,
                Error = _error,
                ProcessTerminationTimeout = 2 * LiveShow.LongestEnd,
            };
            return parsed.InvokeAsync(configuration, stop);
        }

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
            if (parsed.Tokens.Any(token => token.Type is TokenType.DoubleDash))
                return await Show(parsed).SteerAsync(source, stop);
            if (source is not [var path])
                throw new ShowException($"{source[1]}: error: only one file can be shown");
            if (path is ['-', _, ..])
                throw new ShowException($"{path}: error: unknown option");
            if (Directory.Exists(path))
                throw new ShowException($"{path}: error: this is a folder; expected the file of load … --events FILE");
            if (IsPlayed(parsed))
                await PlayAsync(new Recording(path), parsed, stop);
            else
                await Show(parsed).FollowAsync(path, stop);
            return 0;
        }
        catch (Exception e) when (e is ShowException or IOException or UnauthorizedAccessException)
        {
            await _error.WriteLineAsync(e.Message);
            return UsageError;
        }
    }

    private bool IsPlayed(ParseResult parsed) => new Option[] { _play, _speed, _from, _html }
        .Any(option => parsed.GetResult(option) is { Implicit: false });

    private LiveShow Show(ParseResult parsed) =>
        new(parsed.GetRequiredValue(_page), parsed.GetValue(_killed), _output);

    private async Task PlayAsync(Recording recording, ParseResult parsed, CancellationToken stop)
    {
        var page = await recording.CreatePageAsync();
        if (parsed.GetValue(_html) is { } path)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            await File.WriteAllTextAsync(path, page, CancellationToken.None);
            return;
        }

        await using var server = await ShowServer.StartAsync(
            parsed.GetRequiredValue(_page), app => LivePage.Map(app, recording, page));
        _output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"  page       {server.Url}/#speed={parsed.GetValue(_speed)}&from={parsed.GetValue(_from)}"));
        await Task.Delay(Timeout.Infinite, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
