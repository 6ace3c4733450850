namespace TwoTier.Load.Cli.Config;

internal sealed record AbSettings : Settings
{
    [Option(
        "Path and query of the requests, such as /api/x?page=2.", CommandSet.Ab, ValueName = "path", IsOften = true)]
    public string? Path { get; init; }

    [Option(
        "Project to build and start, in the folder or the commit that an argument names. [default: its only web "
        + "project]",
        CommandSet.Ab, ValueName = "path", IsOften = true)]
    public string? Project { get; init; }

    [Option(
        "One project, built with two versions of a package, such as RestSharp=113.0.0,114.0.0.",
        CommandSet.Ab, ValueName = "versions", Parser = nameof(ParsePackage), IsOften = true)]
    public PackageVersions? Package { get; init; }

    [Option("The two services may answer with different bodies.", CommandSet.Ab, IsOften = true)]
    public bool Different { get; init; }

    [Option(
        "Append the finding and a table to this file, as Markdown, such as $GITHUB_STEP_SUMMARY.",
        CommandSet.Ab, ValueName = "path")]
    public string? Summary { get; init; }

    [Option("How long a service may take until it listens.", CommandSet.Ab, ValueName = "time", Default = "60s")]
    public TimeSpan Ready { get; init; }

    private static PackageVersions ParsePackage(string text) =>
        text.Split(['=', ',']) is [{ Length: > 0 } name, { Length: > 0 } first, { Length: > 0 } second]
            ? new PackageVersions(name, first, second)
            : throw ParseException.CreateForUnexpectedText(text, "package=version,version", "RestSharp=113.0.0,114.0.0");
}

internal sealed record PackageVersions(string Name, string First, string Second);
