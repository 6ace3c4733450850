using Load.Comparing;
using Load.Reporting.Model;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>Whether to believe a result, in front of it when it is invalid and after it otherwise.</summary>
internal sealed class ValiditySheet(Result result, Sheet sheet)
{
    public void Invalid()
    {
        sheet.Add(" INVALID ", Tint.Invalid).Line("  " + Headline.Of(result), Tint.Strong).Line();
        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Fail))
        {
            sheet.Add("  ✗ ", Tint.Bad).Line($"{check.Label}: {check.Value}, limit {check.Limit}");
            if (check.Cure is { } cure)
                sheet.Add("    try  ").Line(cure, Tint.Strong);
        }

        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Pass))
            sheet.Add("  ✓ ", Tint.Good).Line($"{check.Label}: {check.Value}");
        sheet.Line();
    }

    public void Valid()
    {
        var requests = result.Variants.Sum(variant => variant.Requests);
        var passed = result.Validity.Checks.Where(check => check.State == CheckState.Pass).ToDictionary(check => check.Id);
        string[] parts =
        [
            $"{Count(requests)} requests, {Count(result.Variants.Sum(variant => variant.Errors))} errors",
            .. passed.ContainsKey("server") ? ["server agrees"] : Array.Empty<string>(),
            $"load tool {passed["self"].Value}",
            .. passed.TryGetValue("drift", out var drift) ? [$"drift {drift.Value}"] : Array.Empty<string>(),
        ];
        if (result.Validity.State == Validity.CutShort)
            sheet.Add("! CUT SHORT ", Tint.Slower).Line($"after round {result.Method.Pairs} of {result.Plan.Rounds}: " + string.Join(" · ", parts));
        else
            sheet.Add("✓ VALID ", Tint.Good).Line(string.Join(" · ", parts));
        foreach (var note in result.Validity.Checks.Where(check => check.State == CheckState.Note && check.Id != "sent"))
            sheet.Add("! ", Tint.Slower).Line($"{note.Label}: {note.Value}" + (note.Cure is { } cure ? $" ({cure})" : ""));
        sheet.Line();
    }
}
