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
        if (isRun && CreateState(result, DescribeRun(result)) is { } state)
            yield return state;

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

    /// <summary>Creates a note of the state of a result with a text; null if it is INVALID, which stands above.</summary>
    public static Note? CreateState(Result result, string text)
    {
        var note = result.Validity switch
        {
            { State: RunValidity.InvalidState, CutShort: false } => null,
            { CutShort: true } => new Note("CUT SHORT", Tone.Worse, text),
            { State: RunValidity.BusyState } => new Note("BUSY", Tone.Worse, text),
            _ => new Note("VALID", Tone.Passed, text),
        };
        return note is null ? null : note with { IsState = true };
    }

    private static string DescribeRun(Result result)
    {
        var run = result.Variants[0];
        var end = result.Validity.CutShort ? $"{ResultSummary.DescribeEnd(result)}: " : "";
        var others = result.Validity.State == RunValidity.BusyState ? $"; {ResultSummary.DescribeOthers(result)}" : "";
        return $"{end}{FormatCount(run.Requests)} requests, {FormatCount(run.Errors)} errors{others}";
    }
}
