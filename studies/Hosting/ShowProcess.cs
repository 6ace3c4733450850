using System.Security.Cryptography;

namespace Studies.Hosting;

/// <summary>
/// The program show as a process. Its page shows the runs of the load tool one after another, or plays a recording.
/// </summary>
internal sealed class ShowProcess : IAsyncDisposable
{
    /// <summary>The address of the page, unless the user asks for another one.</summary>
    public const string DefaultPage = "http://127.0.0.1:5188";

    /// <summary>The variable from which the load tool and show read the token that controls a run.</summary>
    public const string TokenVariable = "LOAD_TOKEN";

    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(5);

    private readonly Process _process;

    private ShowProcess(Process process, Uri events, string token, string page) =>
        (_process, Events, Token, Page) = (process, events, token, page);

    /// <summary>The address at which the load tool must serve the events of its runs.</summary>
    public Uri Events { get; }

    /// <summary>The token that controls a run.</summary>
    public string Token { get; }

    /// <summary>The address of the page, with the token.</summary>
    public string Page { get; }

    /// <summary>Starts to show the runs of the load tool.</summary>
    public static Task<ShowProcess> FollowAsync(string page, params string[] options)
    {
        var events = FreePort.FindAddress();
        return StartAsync(events, [$"{events}", "--page", page, .. options]);
    }

    /// <summary>Starts to show a recording.</summary>
    public static Task<ShowProcess> PlayAsync(string recording, string page) =>
        StartAsync(new Uri(page), [recording, "--page", page]);

    public async ValueTask DisposeAsync() => await ProcessRunner.StopAsync(_process, StopLimit);

    private static async Task<ShowProcess> StartAsync(Uri events, string[] arguments)
    {
        var token = RandomNumberGenerator.GetHexString(32, lowercase: true);
        var program = ProgramLocator.CreateStartInfo("Show", arguments);
        program.Environment[TokenVariable] = token;
        program.RedirectStandardOutput = true;
        var process = ProcessRunner.Start(program);
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.Trim().Split(' ', StringSplitOptions.RemoveEmptyEntries) is not ["page", var page])
                continue;
            _ = process.StandardOutput.ReadToEndAsync();
            return new ShowProcess(process, events, token, page);
        }

        await ProcessRunner.StopAsync(process, StopLimit);
        throw new StudyException("The page cannot be served: show has exited.");
    }
}
