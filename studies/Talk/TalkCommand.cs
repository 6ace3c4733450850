namespace Studies.Talk;

/// <summary>
/// Performs the acts of docs/talk: serves a window for the room, and one for the speaker with the notes. Each act can
/// be shown from its recording instead.
/// </summary>
internal sealed class TalkCommand : StudyCommand
{
    private readonly Option<string> _acts = TalkFiles.CreateActsOption();

    private readonly Option<int?> _only = new("--act") { Description = "Show this act only.", HelpName = "N" };

    private readonly Option<bool> _isRecorded = new("--recorded") { Description = "Show the recordings of the acts." };

    private readonly Option<int> _port = new Option<int>("--port")
    {
        Description = "The port of the two windows.",
        HelpName = "PORT",
        DefaultValueFactory = _ => TalkFiles.Port,
    }.WithRange(0, IPEndPoint.MaxPort);

    private readonly Option<bool> _isList = new("--list")
    {
        Description = "Print the acts with the findings of their recordings as JSON, and show nothing.",
    };

    public TalkCommand()
        : base("talk", "Shows the acts of the talk: a window for the room, and one for the speaker.", rounds: null)
    {
        Add(_acts);
        Add(_only);
        Add(_isRecorded);
        Add(_port);
        Add(_isList);
    }

    protected override string DefaultFolder => TalkFiles.RehearsalFolder;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var folder = context.Get(_acts);
        var acts = Act.ReadAll(folder, context.Arguments.GetValue(_only));
        if (context.Get(_isList))
        {
            Console.WriteLine(RecordedAct.List(acts, folder));
            return ExitCode.Success;
        }

        var livePage = FreePort.FindAddress();
        var results = Path.GetFullPath(context.ResultsFolder);
        var setting = new ActSetting(Path.Combine(results, "stage"), livePage);
        string[] recordings = [results, TalkFiles.GetRecordingsFolder(folder)];
        await using var session = new TalkSession(acts, recordings, setting)
        {
            PrefersRecordings = context.Get(_isRecorded),
        };
        await using var server = await TalkServer.StartAsync(context.Get(_port), acts, session, livePage);
        session.Begin();
        Console.WriteLine($"""
              the room     {server.Url}/
              the speaker  {server.Url}/speaker
              Space, → or Page Down goes on, ← or Page Up goes back, R shows the recording, Ctrl-C ends the talk.
            """);
        await context.Environment.WaitForStopAsync();
        return ExitCode.Success;
    }
}
