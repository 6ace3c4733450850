namespace TwoTier.Load.Cli.Config;

/// <summary>The options of all commands that send requests, in the groups in which the help lists them.</summary>
internal static class OptionCatalog
{
    public static readonly IReadOnlyList<(string Title, IReadOnlyList<OptionKey> Keys)> Groups =
    [
        ("Request", OptionKey.GetAll(typeof(RequestSettings))),
        ("Load", OptionKey.GetAll(typeof(LoadSettings))),
        ("Comparison", OptionKey.GetAll(typeof(ComparisonSettings))),
        ("Services", OptionKey.GetAll(typeof(AbSettings))),
        ("Connections", OptionKey.GetAll(typeof(ConnectionSettings))),
        ("Monitored processes", OptionKey.GetAll(typeof(MonitorSettings))),
        ("Checks", OptionKey.GetAll(typeof(CheckSettings))),
        ("Run", OptionKey.GetAll(typeof(RunSettings))),
        ("Output", OptionKey.GetAll(typeof(OutputSettings))),
    ];

    /// <summary>
    /// The keys that scenario files may contain. A command ignores the keys of other commands, so one file works for
    /// all.
    /// </summary>
    public static readonly IReadOnlyList<OptionKey> ScenarioKeys =
        [.. Groups.SkipLast(1).SelectMany(group => group.Keys)];

    /// <summary>Gets an option by its name or its short form, with dashes; null if no command has it.</summary>
    public static OptionKey? Find(string option) => Groups.SelectMany(group => group.Keys)
        .FirstOrDefault(key => key.Option == option || key.Info.Aliases.Contains(option));
}
