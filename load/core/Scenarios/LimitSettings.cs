namespace TwoTier.Load.Scenarios;

/// <summary>The limits beyond which a result is INVALID.</summary>
internal sealed class LimitSettings
{
    public RunLimits Run { get; set; } = RunLimits.Default;

    public int MaxBacklog { get; set; } = 10_000;

    /// <summary>Sets a limit: a share, a time or a number of requests.</summary>
    public void Set(string text)
    {
        var (name, value) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, "");
        Run = name switch
        {
            "errors" => Run with { MaxErrorShare = Share.Parse(value) },
            "other-cpu" => Run with { MaxOtherCpuShare = Share.Parse(value) },
            "sent" => Run with { MinSentShare = Share.Parse(value) },
            "lateness" => Run with { MaxScheduleDelay = Duration.Parse(value, TimeSpan.Zero).Value },
            "backlog" when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var requests) =>
                SetBacklog(requests),
            _ => throw ParseException.CreateForUnexpectedText(
                text, "errors, other-cpu, sent, lateness or backlog, = and a value", "other-cpu=20%"),
        };
    }

    private RunLimits SetBacklog(int requests)
    {
        MaxBacklog = requests;
        return Run;
    }
}
