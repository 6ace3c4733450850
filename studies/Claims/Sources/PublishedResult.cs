namespace Studies.Claims.Sources;

/// <summary>
/// What a source found. Machines have changed, so its figures are not compared with today's; the ratio inside the claim is.
/// </summary>
/// <param name="Ratio">Null for a statement without one.</param>
/// <param name="Figures">As published, behind the ratio.</param>
internal sealed record Then(double? Ratio, string Figures)
{
    /// <summary>Said, without a number to hold it to.</summary>
    public static Then Said { get; } = new(null, "said");

    /// <summary>What the other claims of its source are held against.</summary>
    public static Then Yardstick(string figures) => new(1, figures);

    public bool IsYardstick => Ratio is 1;
}
