using Load.Output.Words;
using Load.Results;
using Load.Terminal;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>Whether to believe a result, in front of it when it is invalid and after it otherwise.</summary>
internal sealed class ValidityView(Result result, ConsoleView sheet)
{
    public void Invalid()
    {
        sheet.Add(" INVALID ", ConsoleStyles.Invalid).Line("  " + Summary.Format(result), ConsoleStyles.Strong).Line();
        foreach (var check in GetChecks(CheckState.Fail))
        {
            sheet.Add("  ✗ ", ConsoleStyles.Bad).Line($"{check.Label}: {check.Value}, limit {check.Limit}");
            if (check.Cure is { } cure)
                sheet.Add("    try  ").Line(cure, ConsoleStyles.Strong);
        }

        foreach (var check in GetChecks(CheckState.Pass))
            sheet.Add("  ✓ ", ConsoleStyles.Good).Line($"{check.Label}: {check.Value}");
        sheet.Line();
    }

    public void Valid()
    {
        var requests = result.Variants.Sum(variant => variant.Requests);
        var errors = result.Variants.Sum(variant => variant.Errors);
        if (result.Validity.State == RunValidity.CutShort)
            sheet.Add("! CUT SHORT ", ConsoleStyles.Slower).Add($"after round {result.Method.Pairs} of {result.Plan.Rounds}: ");
        else
            sheet.Add("✓ VALID ", ConsoleStyles.Good);
        sheet.Line($"{FormatCount(requests)} requests, {FormatCount(errors)} errors · {Facts(result.Validity.Checks)}");

        // That not all slices were sent is what CUT SHORT says.
        foreach (var check in GetChecks(CheckState.Note).Where(check => check.Id != "sent"))
            sheet.Add("! ", ConsoleStyles.Slower).Line(Note(check));
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

    private IEnumerable<Check> GetChecks(CheckState state) => result.Validity.Checks.Where(check => check.State == state);
}
