namespace Load.Validity;

internal enum CheckState
{
    Pass,

    /// <summary>Worth knowing; the figures stand.</summary>
    Note,

    /// <summary>The figures must not be quoted.</summary>
    Fail,
}

/// <summary>One condition under which a run's figures may be believed.</summary>
/// <param name="Id">For programs.</param>
/// <param name="Label">What is checked.</param>
/// <param name="Value">What was found.</param>
/// <param name="Limit">What is asked for.</param>
/// <param name="State">The outcome.</param>
/// <param name="Cure">What to try, where there is something to.</param>
internal sealed record Check(string Id, string Label, string Value, string Limit, CheckState State, string? Cure = null)
{
    public static CheckState FailUnless(bool condition) => condition ? CheckState.Pass : CheckState.Fail;

    public static CheckState NoteUnless(bool condition) => condition ? CheckState.Pass : CheckState.Note;
}
