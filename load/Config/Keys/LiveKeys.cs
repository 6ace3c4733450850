using Load.Config.Options;
using Load.Units;

namespace Load.Config.Keys;

/// <summary>The live page: options only, since it is no part of what is measured.</summary>
internal static class LiveKeys
{
    public static readonly OptionKey<string> Serve = new(
        "serve", "Serve the live page and /metrics, here or on http://127.0.0.1:5200.", ListeningAddress.Parse)
    {
        ImplicitValue = "http://127.0.0.1:5200",
    };

    public static readonly OptionKey<Duration> For = new(
        "serve-for",
        "Begin when the page is open, after 30s at the latest; stay for this long while it is. [default: 10m on a terminal, else 0s]",
        Parsers.DurationParser(TimeSpan.Zero));

    public static readonly OptionKey<bool> Control = new(
        "control", "Let the page, by the address printed, add notes to the result and stop the run.", Parsers.ParseBoolean)
    {
        IsSwitch = true,
    };

    public static readonly IReadOnlyList<OptionKey> All = [Serve, For, Control];
}
