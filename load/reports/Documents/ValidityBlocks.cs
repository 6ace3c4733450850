using TwoTier.Load.Reports.Words;

namespace TwoTier.Load.Reports.Documents;

/// <summary>
/// Describes whether a result can be trusted: its thresholds, its checks, and where and how it was measured. A terminal
/// shows the checks that need attention, and Markdown shows all of them.
/// </summary>
internal static class ValidityBlocks
{
    public static IEnumerable<Block> Create(Result result)
    {
        var checks = result.Validity.Checks;
        yield return new Table<ThresholdResult>(result.Thresholds)
            .Text("threshold", one => $"{GetMark(one.Passed)} {one.Text}", one => GetTone(one.Passed))
            .Text("was", one => $"was {one.MeasuredValue}");
        if (result.Thresholds.Count(threshold => threshold.Passed is false) is > 0 and var failed)
            yield return Note.Fail($"{failed} of {result.Thresholds.Count} thresholds failed");
        if (result.Thresholds.Count(threshold => threshold.Passed is null) is > 0 and var unknown)
        {
            yield return Note.Warn(
                $"{unknown} of {result.Thresholds.Count} thresholds undecided: the 95 % interval contains the limit");
        }

        var isRun = result.Kind == Result.RunKind;
        if (isRun && DescribeState(result) is { } state)
            yield return state with { IsState = true };

        // Of a comparison, failed checks only: its other notes stand below its table.
        foreach (var check in checks.OrderByDescending(check => check.State).Where(check =>
            check.State == CheckState.Fail || (isRun && check.State == CheckState.Note)))
        {
            yield return CreateNote(check) with { Medium = Medium.Terminal };
        }

        yield return new Table<ValidityCheck>(checks)
            .Text("", check => check.State switch { CheckState.Pass => "✓", CheckState.Fail => "✗", _ => "!" })
            .Text("check", check => check.Label)
            .Text("found", check => check.Value)
            .Text("limit", check => check.Limit)
            .Remark("what to do", check => check.State == CheckState.Pass ? null : check.Cure) with
        { Medium = Medium.Markdown };
        yield return new Table<string[]>([.. result.Provenance, ["Repeat", $"`{result.RepeatCommand}`"]])
            .Text("provenance", row => row[0])
            .Text("", row => row[1]) with
        { Medium = Medium.Markdown };
    }

    public static Tone GetTone(bool? isPassed) => isPassed switch
    {
        true => Tone.Passed,
        false => Tone.Failed,
        null => Tone.Worse,
    };

    public static char GetMark(bool? isPassed) => isPassed switch
    {
        true => '✓',
        false => '✗',
        null => '?',
    };

    /// <summary>Describes a check that did not pass, in a line with its cure.</summary>
    public static Note CreateNote(ValidityCheck check)
    {
        var cure = check.Cure is { } found ? $" ({found})" : "";
        return check.State == CheckState.Fail
            ? Note.Fail($"{check.Label}: {check.Value}, limit {check.Limit}{cure}")
            : Note.Warn($"{check.Label}: {check.Value}{cure}");
    }

    private static Note? DescribeState(Result result)
    {
        var passed = FormatPassedChecks(result);
        return result.Validity switch
        {
            { State: RunValidity.InvalidState, CutShort: false } => null,
            { State: RunValidity.FailedAsPlannedState } => new Note("◆ FAILED AS PLANNED", Tone.Worse, passed),
            { CutShort: true } => new Note("! CUT SHORT", Tone.Worse, $"{ResultSummary.DescribeEnd(result)}: {passed}"),
            { State: RunValidity.BusyState } => new Note("! BUSY", Tone.Worse, passed),
            _ => new Note("✓ VALID", Tone.Passed, passed),
        };
    }

    // Each of the most important passed checks in a few words.
    private static string FormatPassedChecks(Result result)
    {
        var requests = FormatCount(result.Variants.Sum(variant => variant.Requests));
        var errors = FormatCount(result.Variants.Sum(variant => variant.Errors));
        return string.Join(" · ", result.Validity.Checks
            .Where(check => check.State == CheckState.Pass)
            .Select(check => check.Id switch
            {
                "server" => "server count agrees",
                "self" => $"load tool {check.Value}",
                _ => null,
            })
            .OfType<string>()
            .Prepend($"{requests} requests, {errors} errors"));
    }
}
