namespace Show.Tests.Hosting;

/// <summary>The lines that the load tool writes.</summary>
internal static class RunEvents
{
    public static string Format(string kind, string json, double time = 1) =>
        string.Create(CultureInfo.InvariantCulture, $"{{\"t\":{time},\"{kind}\":{json}}}\n");

    public static string FormatPlan(int day) =>
        Format("plan", $$"""{"kind":"run","started":"2026-11-0{{day}}T00:00:00Z"}""", time: 0);

    /// <summary>Gets the kind of a line; null for a sign of life.</summary>
    public static string? GetKind(string line) =>
        JsonElement.Parse(line).EnumerateObject().FirstOrDefault(member => member.Name is not "t").Name;
}
