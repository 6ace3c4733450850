namespace TwoTier.Load.Engine;

/// <summary>A stage of a run: a period of load with one load profile.</summary>
internal sealed record Stage(string? GivenName, LoadProfile Profile)
{
    /// <summary>The name that the user gave to the stage, or else the description of its load profile.</summary>
    public string Name => GivenName ?? Profile.Description;

    /// <summary>Gets the total planned duration of several stages.</summary>
    /// <returns>The sum of the planned durations; null if one of the stages has no planned duration.</returns>
    public static TimeSpan? GetTotalDuration(IReadOnlyList<Stage> stages) =>
        stages.All(stage => stage.Profile.Duration is not null)
            ? TimeSpan.FromTicks(stages.Sum(stage => stage.Profile.Duration!.Value.Ticks))
            : null;
}

/// <summary>The result of a stage.</summary>
internal sealed record StageResult(Stage Stage, TimeSpan Start, Measurement Measurement);
