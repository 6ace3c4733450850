namespace TwoTier.Load.Reports.Words;

/// <summary>Says what a duet measures, for every form of a result.</summary>
internal static class DuetText
{
    /// <summary>Says in one sentence what the ratios of a duet mean.</summary>
    /// <returns>The sentence; null if the variants took turns.</returns>
    public static string? Format(Result result) => result.Plan.Design != MeasurementPlan.DuetDesign
        ? null
        : "Both variants were loaded at the same moment (a duet), so the ratios compare their shares of a contended "
            + "machine, not what each costs alone, and the CPU time of a request is not that of a request alone.";
}
