using Load.Reading;

namespace Load.Settings;

/// <summary>The live page: options only, since it is no part of what is measured.</summary>
internal static class ServeKeys
{
    public static readonly Key<string> Serve = new(
        "serve", "Serve the live page and /metrics, here or on http://127.0.0.1:5200.", Listening.Parse)
    {
        Alone = "http://127.0.0.1:5200",
    };

    public static readonly Key<Duration> For = new(
        "serve-for",
        "Begin when the page is open, after 30s at the latest; stay for this long while it is. [default: 10m on a terminal, else 0s]",
        Texts.Time(TimeSpan.Zero));

    public static readonly Key<bool> Control = new(
        "control", "Let the page, by the address printed, add notes to the result and stop the run.", Texts.Switch)
    {
        IsSwitch = true,
    };

    public static readonly IReadOnlyList<Key> All = [Serve, For, Control];
}
