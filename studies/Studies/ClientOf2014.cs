namespace Studies.Studies;

/// <summary>
/// The client of Sedlaczek, 2014. For each request of a burst it starts a task on its own thread pool, and the task
/// blocks its thread until the response has arrived. The pool begins with one thread for each core and adds a few per
/// second, so that the client itself limits how many requests run at the same time. It is a hidden command: each burst
/// is sent by a copy of this program, whose pool is then as new as that of the published program.
/// </summary>
internal sealed class ClientOf2014 : StudyCommand
{
    private const string ResultFile = "client-of-2014.json";
    private readonly Argument<string> _url = new("URL");
    private readonly Argument<int> _size = new("SIZE");

    public ClientOf2014()
        : base("client-of-2014", "Sends one burst of requests as the client of 2014 did.", rounds: null)
    {
        Hidden = true;
        Add(_url);
        Add(_size);
    }

    public static async Task<BurstResult> SendFromNewProcessAsync(
        Uri url, int size, string folder, CancellationToken stop)
    {
        var client = ProgramLocator.CreateStartInfo(
            "Studies", [new ClientOf2014().Name, $"{url}", $"{size}", "--out", folder]);
        var output = await ProcessRunner.CaptureAsync(client, stop);
        return output.ExitCode is ExitCode.Success
            ? ReadResult(folder)
            : throw new StudyException($"The client of 2014 exited with code {output.ExitCode}: {output.All}");
    }

    public static BurstResult ReadResult(string folder) =>
        JsonSerializer.Deserialize<BurstResult>(File.ReadAllText(Path.Combine(folder, ResultFile)))!;

    /// <summary>Reads the burst of a run of the load tool.</summary>
    public static BurstResult ReadBurst(string path) => Result.Read(path).SingleVariant.Bursts![0];

    public static BurstResult CreateResult(int requests, int failed, double seconds) => new(
        requests, failed, new Dictionary<string, long>(), new Dictionary<string, long>(), seconds,
        (requests - failed) / seconds, P50: null, P99: null, Max: null);

    public static async Task<BurstResult> SendAsync(Uri url, int requests)
    {
        var (failed, started) = (0, Stopwatch.GetTimestamp());
        await Task.WhenAll(Enumerable.Range(0, requests).Select(_ => Task.Factory.StartNew(
            () =>
            {
                if (!TryDownload(url))
                    Interlocked.Increment(ref failed);
            },
            CancellationToken.None, TaskCreationOptions.None, TaskScheduler.Default)));
        var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        return CreateResult(requests, failed, seconds);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var burst = await SendAsync(
            new(context.Arguments.GetRequiredValue(_url)), context.Arguments.GetRequiredValue(_size));
        var folder = Directory.CreateDirectory(context.ResultsFolder).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, ResultFile), JsonSerializer.Serialize(burst));
        return ExitCode.Success;
    }

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but it is what the publication measured with.
    private static bool TryDownload(Uri url)
    {
        using var client = new WebClient { Proxy = null };
        try
        {
            client.DownloadString(url);
            return true;
        }
        catch (WebException)
        {
            return false;
        }
    }
#pragma warning restore SYSLIB0014
}
