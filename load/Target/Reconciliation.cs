namespace Load.Target;

/// <summary>What must agree: a tier's counter, and the client's successes.</summary>
internal sealed record Reconciliation(string Tier, string Counter);
