namespace Studies.Studies.HeapCurve;

/// <summary>
/// A setting of the heap of a front-end. Limits do not mean the same in both languages: that of .NET is for the heap
/// alone, and that of Go for all memory of its runtime. What is compared is therefore the memory that was needed.
/// </summary>
internal sealed record HeapSetting(string Name, params IReadOnlyList<(string Name, string Value)> Variables)
{
    public const string Default = "default";

    /// <summary>The settings of .NET, whose heap limits are hexadecimal.</summary>
    public static IReadOnlyList<HeapSetting> Net { get; } =
    [
        new(Default),
        new("20-mb", ("DOTNET_GCHeapHardLimit", "1400000")),
        new("40-mb", ("DOTNET_GCHeapHardLimit", "2800000")),
        new("no-adaptation", ("DOTNET_GCDynamicAdaptationMode", "0")),
    ];

    /// <summary>The settings of Go. With a limit, nothing else makes it collect garbage.</summary>
    public static IReadOnlyList<HeapSetting> Go { get; } =
    [
        new(Default),
        new("20-mb", ("GOGC", "off"), ("GOMEMLIMIT", "20MiB")),
        new("50-mb", ("GOGC", "off"), ("GOMEMLIMIT", "50MiB")),
        new("100-mb", ("GOGC", "off"), ("GOMEMLIMIT", "100MiB")),
    ];

    /// <summary>Formats the environment variables as on a command line; empty for none.</summary>
    public override string ToString() =>
        string.Join(' ', Variables.Select(variable => $"{variable.Name}={variable.Value}"));

    public Dictionary<string, string> ToEnvironment() =>
        Variables.ToDictionary(variable => variable.Name, variable => variable.Value);

    /// <summary>
    /// Gets these settings for the front-end in Go, which keeps as many idle connections as there are connections.
    /// </summary>
    public GoSettings ToGoSettings(string compiler) =>
        new(ToEnvironment(), "-max-idle-per-host", "300") { Compiler = compiler };
}
