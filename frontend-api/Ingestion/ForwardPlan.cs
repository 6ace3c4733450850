using FrontendApi.Flags;

namespace FrontendApi.Ingestion;

/// <summary>How one payload is to be posted: its request's flags, and the defaults where it has none.</summary>
/// <param name="ClientLifetime">factory, shared or per-request.</param>
/// <param name="Mode">sync or async.</param>
/// <param name="Resilience">none or standard.</param>
internal sealed record ForwardPlan(string ClientLifetime, string Mode, string Resilience)
{
    /// <returns>Null where something is wrong with the flags.</returns>
    public static ForwardPlan? Of(FlagQuery flags)
    {
        var plan = new ForwardPlan(flags.ValueOf(Flag.Client), flags.ValueOf(Flag.Mode), flags.ValueOf(Flag.Resilience));
        return flags.IsGood ? plan : null;
    }
}
