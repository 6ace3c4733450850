namespace Studies.Talk;

/// <summary>Whether the computer and the acts are ready, which only the speaker sees.</summary>
internal sealed record TalkReadiness(MachineReadiness Machine, IReadOnlyList<ActReadiness> Acts)
{
    public static TalkReadiness Read(
        IReadOnlyList<Act> acts, IReadOnlyList<string> recordings, bool prefersRecordings) =>
        new(MachineReadiness.Read(), [.. acts.Select(act => ActReadiness.Read(act, recordings, prefersRecordings))]);
}

/// <summary>Whether an act is shown from its recording, and what that has.</summary>
/// <param name="IsRecorded">Whether the talk shows the recording of the act.</param>
/// <param name="Recorded">The finding of the recording; null if there is no recording.</param>
/// <param name="RecordedOn">The day of the recording, as 2026-11-21.</param>
/// <param name="RunS">The seconds that the recording takes.</param>
internal sealed record ActReadiness(bool IsRecorded, string? Recorded, string? RecordedOn, double? RunS)
{
    public static ActReadiness Read(Act act, IReadOnlyList<string> recordings, bool prefersRecordings)
    {
        var outcome = ActRecording.Find(recordings, act)?.Outcome;
        return new(
            act.HasRuns && prefersRecordings, outcome?.CreateFinding(act.File, source: "").Text, outcome?.Date,
            outcome?.RunS);
    }
}

/// <summary>What Linux says in its files of this computer, as far as it matters to a run.</summary>
/// <param name="CpuPressure">
/// The percentage of the last ten seconds in which a thread waited for a processor; null where it is unknown.
/// </param>
/// <param name="Battery">The charge of the battery in percent while it is discharged; null otherwise.</param>
internal sealed record MachineReadiness(double? CpuPressure, int? Battery)
{
    /// <summary>Reads the files below a root folder, which is / but in a test.</summary>
    public static MachineReadiness Read(string root = "/") =>
        new(ReadCpuPressure(Path.Combine(root, "proc", "pressure", "cpu")),
            ReadBattery(Path.Combine(root, "sys", "class", "power_supply")));

    // The line is: some avg10=1.53 avg60=0.87 avg300=0.40 total=1234
    private static double? ReadCpuPressure(string path) =>
        ReadText(path)?.Split(' ') is ["some", var share, ..] && share.Split('=') is ["avg10", var percentage]
        && double.TryParse(percentage, CultureInfo.InvariantCulture, out var pressure)
            ? pressure
            : null;

    // The battery of a mouse has the scope Device.
    private static int? ReadBattery(string folder) =>
        (from supply in Directory.Exists(folder) ? Directory.GetDirectories(folder) : []
         where ReadText(Path.Combine(supply, "type")) is "Battery"
             && ReadText(Path.Combine(supply, "scope")) is not "Device"
             && ReadText(Path.Combine(supply, "status")) is "Discharging"
         let charge = ReadText(Path.Combine(supply, "capacity"))
         select int.TryParse(charge, CultureInfo.InvariantCulture, out var percent) ? percent : (int?)null)
        .FirstOrDefault();

    /// <returns>The first line of a file; null if there is none.</returns>
    private static string? ReadText(string path)
    {
        try
        {
            return File.ReadLines(path).FirstOrDefault()?.Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A kernel without pressure information has the file, and refuses to read it.
            return null;
        }
    }
}
