using System.Net;

namespace Experiments.Talk;

/// <summary>Performs the acts of the talk, or shows their recordings.</summary>
internal sealed class TalkCommand : StudyCommand
{
    private const int Port = 5190;

    private readonly Option<string> _acts = CreateActsOption();

    private readonly Option<int?> _only = new("--act") { Description = "Show this act only.", HelpName = "N" };

    private readonly Option<bool> _isRecorded = new("--recorded") { Description = "Show the recordings of the acts." };

    private readonly Option<int> _port =
        StudyOptions.CreateNumber("--port", "The port of the two windows.", Port, 0, IPEndPoint.MaxPort);

    public TalkCommand()
        : base("talk", "Shows the acts of the talk: a window for the room, and one for the speaker.", rounds: null)
    {
        Add(_acts);
        Add(_only);
        Add(_isRecorded);
        Add(_port);
    }

    /// <summary>The folder in which a rehearsal keeps its recordings.</summary>
    public static string RehearsalFolder => ProgramLocator.GetResultsPath("rehearsal");

    protected override string DefaultFolder => RehearsalFolder;

    public static Option<string> CreateActsOption() => StudyOptions.CreateText(
        "--acts", "FOLDER", "The folder of the acts.", ProgramLocator.GetPath("experiments", "talk"));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var folder = context.Get(_acts);
        var results = Path.GetFullPath(context.ResultsFolder);
        RecordedAct[] acts =
        [
            .. Act.ReadAll(folder, context.Arguments.GetValue(_only))
                .Select(act => RecordedAct.Read(act, results, RecordedAct.GetFolder(folder))),
        ];
        await using var session = new TalkSession(acts, Path.Combine(results, "stage"), context.Get(_isRecorded));
        await using var server = await TalkServer.StartAsync(context.Get(_port), acts, session);
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
