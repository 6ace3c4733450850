using FrontendApi.Customers.Strategies;
using FrontendApi.Flags;

namespace FrontendApi.Customers;

/// <summary>How one request is to be answered: its flags, and the defaults where it has none.</summary>
/// <param name="Strategy">From the catalogue.</param>
/// <param name="ClientLifetime">own for a WebClient strategy.</param>
/// <param name="FanOut">sequential or parallel.</param>
/// <param name="Resilience">none or standard.</param>
internal sealed record CallPlan(Strategy Strategy, string ClientLifetime, string FanOut, string Resilience)
{
    /// <returns>Null where something is wrong with the flags.</returns>
    public static CallPlan? Of(FlagQuery flags)
    {
        var strategyName = flags.ValueOf(Flag.Strategy);
        var lifetime = flags.ValueOf(Flag.Client);
        var fanOut = flags.ValueOf(Flag.FanOut);
        var resilience = flags.ValueOf(Flag.Resilience);
        if (!flags.IsGood)
            return null;

        var strategy = StrategyCatalog.Get(strategyName);
        if (Flag.Client.AppliesTo(strategy))
            return new(strategy, lifetime, fanOut, resilience);
        if (!flags.Has(Flag.Client))
            return new(strategy, Backend.ClientLifetime.Own, fanOut, resilience);

        flags.Refuse(Flag.Client.Name, $"'{strategyName}' owns its client. Leave this flag out.");
        return null;
    }
}
