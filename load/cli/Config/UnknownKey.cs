namespace TwoTier.Load.Cli.Config;

internal static class UnknownKey
{
    private const int MaxEdits = 2;

    // What to use instead of an option or a key that was removed.
    private static readonly Dictionary<string, string> Replacements = new()
    {
        ["against-history"] = "--against with one earlier result",
        ["big"] = "load report --big with the result",
        ["cacert"] = "--tls ca=ca.pem",
        ["cert"] = "--tls cert=client.pem",
        ["cold"] = "--burst cold:100",
        ["connect-to"] = "--via example.com:443:127.0.0.1:8443",
        ["disable-keepalive"] = "-H 'Connection: close'",
        ["duet"] = "load compare with the two variants in turns, and a short --slice or --within",
        ["expect-errors"] = "--limit errors=502,timeout",
        ["expect-json"] = "--expect '$.orders[*]'",
        ["expect-regex"] = "--expect '/pattern/'",
        ["expect-status"] = "--expect 200,404",
        ["full"] = "load dry-run without it: it shows the headers, and 20 lines of a body",
        ["force"] = "load report --force with both results",
        ["groups"] = "groups: in a scenario file",
        ["hgrm"] = "--log latency.hgrm",
        ["http-version"] = "--http2 1 for HTTP/2",
        ["insecure"] = "--tls insecure",
        ["k"] = "--tls insecure",
        ["key"] = "--tls key=key.pem",
        ["max-backlog"] = "--limit backlog=10000",
        ["max-errors"] = "--limit errors=1%",
        ["max-lateness"] = "--limit lateness=5ms",
        ["max-other-cpu"] = "--limit other-cpu=20%",
        ["min-sent"] = "--limit sent=95%",
        ["plugin"] = "--file values.dll",
        ["proxy"] = "--via http://127.0.0.1:8888",
        ["ramp"] = "--rate 100/s..1000/s",
        ["record"] = "--events run.ndjson",
        ["reconcile"] = "--metric target.successes=counter_total",
        ["slo"] = "--pass 'p99 < 20ms, errors < 0.1%'",
        ["step"] = "--duration, which is the length of each step",
        ["steps"] = "--rate 500/s,1000/s,2000/s",
        ["streams"] = "--http2 10",
        ["summary"] = "cat results/*.md >> \"$GITHUB_STEP_SUMMARY\"",
        ["control"] = "load run … --events, and show",
        ["kill"] = "show --kill",
        ["metrics"] = "--events",
        ["serve"] = "load run … --events, and show",
        ["serve-for"] = "load run … --events, and show",
        ["tier"] = "--monitor",
        ["unix-socket"] = "--via unix:path",
        ["until"] = "--within '3m, width < 3%'",
        ["variants"] = "--vary '[{name: old, url: http://a:1}, …]'",
        ["x"] = "--via http://127.0.0.1:8888",
    };

    public static ParseException CreateError(string found, IReadOnlyList<OptionKey> known) => ParseException.Create(
        $"unknown key \"{found}\"",
        found,
        $"one of {string.Join(", ", known.Select(key => key.Name))}",
        Replacements.GetValueOrDefault(found)
            ?? (FindNearestKey(found, known) is { } nearest ? $"{nearest.Name}:" : null));

    public static ParseException CreateErrorForOption(string found, IEnumerable<OptionKey> known)
    {
        if (OptionCatalog.Find(found) is { Info.Commands: not CommandSet.None } other)
        {
            var commands = Enum.GetValues<CommandSet>()
                .Where(one => int.IsPow2((int)one) && other.Info.Commands.HasFlag(one));
            var names = string.Join(", ", commands.Select(one => OptionKey.GetName($"{one}")));
            return ParseException.Create($"this command does not have this option; others have it: {names}");
        }

        var name = found.TrimStart('-');
        return Replacements.TryGetValue(name, out var instead)
            ? ParseException.Create("this option was removed", instead)
            : ParseException.Create("unknown option", FindNearestKey(name, known)?.Option);
    }

    private static OptionKey? FindNearestKey(string found, IEnumerable<OptionKey> known)
    {
        var best = known.MinBy(key => CountEdits(found, key.Name));
        return best is not null && CountEdits(found, best.Name) <= MaxEdits ? best : null;
    }

    // Calculates the Levenshtein distance of two names.
    private static int CountEdits(string found, string name)
    {
        var row = Enumerable.Range(0, name.Length + 1).ToArray();
        for (var i = 1; i <= found.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= name.Length; j++)
            {
                var substituted = diagonal + (found[i - 1] == name[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(substituted, 1 + Math.Min(row[j], row[j - 1]));
            }
        }

        return row[^1];
    }
}
