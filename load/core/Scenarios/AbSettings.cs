namespace TwoTier.Load.Scenarios;

/// <summary>What only <c>load ab</c> has.</summary>
internal sealed class AbSettings
{
    public string Path { get; set; } = "";
    public string? Project { get; set; }
    public PackageVersions? Package { get; set; }
    public bool Publish { get; set; }
    public bool Different { get; set; }
    public Dictionary<string, string> Env { get; } = [];
    public string? Summary { get; set; }
    public string? History { get; set; }
    public TimeSpan Ready { get; set; }

    public void AddVariable(string text) => Env[text.Split('=')[0]] =
        text.Split('=', 2) is [{ Length: > 0 }, var value]
            ? value : throw ParseException.CreateForUnexpectedText(text, "NAME=value", "FEATURE=on");
}

internal sealed record PackageVersions(string Name, string First, string Second)
{
    public static PackageVersions Parse(string text) =>
        text.Split(['=', ',']) is [{ Length: > 0 } name, { Length: > 0 } first, { Length: > 0 } second]
            ? first != second ? new PackageVersions(name, first, second)
                : throw ParseException.Create($"both versions of {name} are {first}")
            : throw ParseException.CreateForUnexpectedText(text, "package=version,version", "RestSharp=113.0.0,114.0.0");
}
