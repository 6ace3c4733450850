using FrontendApi.Backend;
using FrontendApi.Customers.Strategies;
using Microsoft.Extensions.Options;

namespace FrontendApi.Customers;

/// <summary>Makes a plan of a request's flags, or says everything that is wrong with them.</summary>
internal sealed class CallPlanner(IOptions<FlagDefaults> defaults)
{
    /// <returns>The plan, or null and the mistakes by flag.</returns>
    public CallPlan? Plan(IQueryCollection query, out Dictionary<string, string[]> mistakes)
    {
        mistakes = [];
        // A misspelt flag would silently measure the default.
        foreach (var unknown in query.Keys.Where(key => Flag.All.All(flag => flag.Name != key)))
            mistakes[unknown] = [$"'{unknown}' is no flag. Flags: {string.Join(", ", Flag.All.Select(flag => flag.Name))}."];

        var strategyName = Value(Flag.Strategy, query, mistakes);
        var lifetime = Value(Flag.Client, query, mistakes);
        var fanOut = Value(Flag.FanOut, query, mistakes);
        var resilience = Value(Flag.Resilience, query, mistakes);
        if (mistakes.Count > 0)
            return null;

        var strategy = StrategyCatalog.Get(strategyName);
        if (Flag.Client.AppliesTo(strategy))
            return new(strategy, lifetime, fanOut, resilience);
        if (!query.ContainsKey(Flag.Client.Name))
            return new(strategy, ClientLifetime.Own, fanOut, resilience);

        mistakes[Flag.Client.Name] = [$"'{strategyName}' owns its client. Leave this flag out."];
        return null;
    }

    private string Value(Flag flag, IQueryCollection query, Dictionary<string, string[]> mistakes)
    {
        if (!query.TryGetValue(flag.Name, out var given))
            return flag.Default(defaults.Value);
        var value = given.ToString();
        if (flag.Mistake(value) is { } mistake)
            mistakes[flag.Name] = [mistake];
        return value;
    }
}
