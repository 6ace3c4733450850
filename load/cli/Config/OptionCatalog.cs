namespace TwoTier.Load.Cli.Config;

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
        ("Input and output", OptionKey.GetAll(typeof(OutputSettings))),
    ];

    public static readonly IReadOnlyList<OptionKey> ScenarioKeys =
        [.. Groups.SkipLast(1).SelectMany(group => group.Keys).Where(key => key.Info.Commands != CommandSet.Ab)];

    public static OptionKey? Find(string option) => Groups.SelectMany(group => group.Keys)
        .FirstOrDefault(key => key.Option == option || key.Info.Aliases.Contains(option));
}
