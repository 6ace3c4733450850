using Load.Checking;
using Load.Reporting.Model;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>Whether to believe a result, in front of it when it is invalid and after it otherwise.</summary>
internal sealed class ValiditySheet(Result result, Sheet sheet)
{
    public void Invalid()
    {
        sheet.Add(" INVALID ", Tint.Invalid).Line("  " + Headline.Of(result), Tint.Strong).Line();
        foreach (var check in Of(CheckState.Fail))
        {
            sheet.Add("  ✗ ", Tint.Bad).Line($"{check.Label}: {check.Value}, limit {check.Limit}");
            if (check.Cure is { } cure)
                sheet.Add("    try  ").Line(cure, Tint.Strong);
        }

        foreach (var check in Of(CheckState.Pass))
            sheet.Add("  ✓ ", Tint.Good).Line($"{check.Label}: {check.Value}");
        sheet.Line();
    }

    public void Valid()
    {
        var requests = result.Variants.Sum(variant => variant.Requests);
        var errors = result.Variants.Sum(variant => variant.Errors);
        if (result.Validity.State == Validity.CutShort)
            sheet.Add("! CUT SHORT ", Tint.Slower).Add($"after round {result.Method.Pairs} of {result.Plan.Rounds}: ");
        else
            sheet.Add("✓ VALID ", Tint.Good);
        sheet.Line($"{Count(requests)} requests, {Count(errors)} errors · {Facts(result.Validity.Checks)}");

        // That not all slices were sent is what CUT SHORT says.
        foreach (var check in Of(CheckState.Note).Where(check => check.Id != "sent"))
            sheet.Add("! ", Tint.Slower).Line(Note(check));
        sheet.Line();
    }

    /// <summary>What passed, in few words.</summary>
    public static string Facts(IEnumerable<Check> checks) => string.Join(" · ", checks
        .Where(check => check.State == CheckState.Pass)
        .Select(check => check.Id switch
        {
            "server" => "server agrees",
            "reconciled" => $"{check.Value} reconciled",
            "self" => $"load tool {check.Value}",
            "drift" => $"drift {check.Value}",
            "live" => $"live page {check.Value}",
            _ => null,
        })
        .OfType<string>());

    public static string Note(Check check) =>
        $"{check.Label}: {check.Value}" + (check.Cure is { } cure ? $" ({cure})" : "");

    private IEnumerable<Check> Of(CheckState state) => result.Validity.Checks.Where(check => check.State == state);
}
