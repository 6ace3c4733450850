using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws the validity of a comparison: above the measured values if the result is invalid, and below them otherwise.
/// </summary>
internal sealed class ValidityView(Result result, ConsoleView console)
{
    /// <summary>
    /// Draws the validity of an invalid result: the failed checks with their cures, and the checks that passed.
    /// </summary>
    public void DrawInvalid()
    {
        console.Add(" INVALID ", ConsoleStyles.InvalidResult)
            .AddLine("  " + ResultSummary.Format(result), ConsoleStyles.Bold)
            .AddLine();
        foreach (var check in GetChecks(CheckState.Fail))
        {
            console.Add("  ✗ ", ConsoleStyles.FailedCheck).AddLine($"{check.Label}: {check.Value}, limit {check.Limit}");
            if (check.Cure is { } cure)
                console.Add("    try  ").AddLine(cure, ConsoleStyles.Bold);
        }

        foreach (var check in GetChecks(CheckState.Pass))
            console.Add("  ✓ ", ConsoleStyles.PassedCheck).AddLine($"{check.Label}: {check.Value}");
        console.AddLine();
    }

    /// <summary>
    /// Draws the validity of a valid or cut-short result: one line for the state, and a line for each check that is
    /// only a note.
    /// </summary>
    public void DrawValid()
    {
        var requests = result.Variants.Sum(variant => variant.Requests);
        var errors = result.Variants.Sum(variant => variant.Errors);
        if (result.Validity.State == RunValidity.CutShortState)
        {
            console.Add("! CUT SHORT ", ConsoleStyles.SlowerVariant)
                .Add($"after round {result.Method.Pairs} of {result.Plan.Rounds}: ");
        }
        else
        {
            console.Add("✓ VALID ", ConsoleStyles.PassedCheck);
            if (FormatLimit(result.Validity) is { } limit)
                console.AddLine($"{limit}:", ConsoleStyles.SlowerVariant).Add("  ");
        }

        var passed = FormatPassedChecks(result.Validity.Checks);
        console.AddLine($"{FormatCount(requests)} requests, {FormatCount(errors)} errors · {passed}");

        // The check that all trials were measured is left out, because the words CUT SHORT already say that they were
        // not.
        foreach (var check in GetChecks(CheckState.Note).Where(check => check.Id != "sent"))
            console.Add("! ", ConsoleStyles.SlowerVariant).AddLine(FormatNote(check));
        console.AddLine();
    }

    /// <summary>Formats each of the most important passed checks in a few words.</summary>
    public static string FormatPassedChecks(IEnumerable<ValidityCheck> checks) => string.Join(" · ", checks
        .Where(check => check.State == CheckState.Pass)
        .Select(check => check.Id switch
        {
            "server" => "server count agrees",
            "reconciled" => $"{check.Value} reconciled",
            "self" => $"load tool {check.Value}",
            "drift" => $"drift {check.Value}",
            _ => null,
        })
        .OfType<string>());

    /// <summary>
    /// Says which differences a comparison was too imprecise to find, such as "but could have missed differences below
    /// ×1.30". Returns null if the comparison was precise enough.
    /// </summary>
    public static string? FormatLimit(RunValidity validity) => validity.SmallestRatio is { } ratio
        ? $"but could have missed differences below ×{VerdictLabels.FormatFactor(ratio)}, the scatter of the baseline"
        : null;

    /// <summary>Formats a check that is only a note, with its cure if there is one.</summary>
    public static string FormatNote(ValidityCheck check) =>
        $"{check.Label}: {check.Value}" + (check.Cure is { } cure ? $" ({cure})" : "");

    private IEnumerable<ValidityCheck> GetChecks(CheckState state) =>
        result.Validity.Checks.Where(check => check.State == state);
}
