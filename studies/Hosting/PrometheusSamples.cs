using System.Globalization;

namespace Studies.Hosting;

/// <summary>Reads what /metrics says.</summary>
internal static class MetricsText
{
    /// <param name="text">All of it.</param>
    /// <param name="name">The sample's.</param>
    /// <param name="label">That must be there, such as <c>outcome="timeout"</c>.</param>
    /// <returns>The sum over the rest of the labels.</returns>
    public static double Sum(string text, string name, string label = "") => text.Split('\n')
        .Where(line => line.StartsWith(name, StringComparison.Ordinal) && line.AsSpan(name.Length) is ['{' or ' ', ..]
            && line.Contains(label, StringComparison.Ordinal))
        .Sum(line => double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));
}
