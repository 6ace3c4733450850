using System.Globalization;
using System.Text.RegularExpressions;

namespace Studies.Claims;

/// <summary>What the BenchmarkDotNet studies found, of several jobs the lowest and the highest.</summary>
internal static partial class Benchmark
{
    /// <param name="lab">Runs a study once.</param>
    /// <param name="study">Its class.</param>
    /// <param name="claim">The id that its findings begin with.</param>
    /// <returns>In their order.</returns>
    public static async Task<Finding[]> FindingsAsync(Laboratory lab, string study, string claim)
    {
        var printed = await lab.BenchAsync(study);
        return [.. Line().Matches(printed).Where(line => line.Groups["claim"].Value == claim).Select(Of)];
    }

    private static Finding Of(Match line)
    {
        var lo = double.Parse(line.Groups["lo"].Value, CultureInfo.InvariantCulture);
        var hi = line.Groups["hi"] is { Success: true } most ? double.Parse(most.Value, CultureInfo.InvariantCulture) : lo;
        return new Finding(line.Groups["what"].Value, new Estimate(Math.Sqrt(lo * hi), lo, hi));
    }

    [GeneratedRegex(@"^(?<claim>[A-D]\d+)  (?<what>.+): (?<lo>[\d.]+)( to (?<hi>[\d.]+))? ×$", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Line();
}

internal sealed record Finding(string What, Estimate Ratio)
{
    public Now AsNow() => new() { Ratio = Ratio, Figures = What };
}
