namespace Load.Engine;

/// <summary>One stretch of load of a run.</summary>
/// <param name="GivenName">Its name, if it was given one.</param>
/// <param name="Profile">When to send.</param>
internal sealed record Stage(string? GivenName, LoadProfile Profile)
{
    public string Name => GivenName ?? Profile.Description;

    /// <summary>Of all of them; null where requests end one, or bursts.</summary>
    public static TimeSpan? GetTotalDuration(IReadOnlyList<Stage> stages) => stages.All(stage => stage.Profile.Duration is not null)
        ? TimeSpan.FromTicks(stages.Sum(stage => stage.Profile.Duration!.Value.Ticks))
        : null;
}
