namespace TwoTier.Load.Cli.Events;

/// <summary>Steers load that does not end: swaps the variant, changes the connections, and asks for a proof.</summary>
internal static class StageControl
{
    /// <summary>Does what a request wants.</summary>
    /// <returns>The reason why it cannot be done; null if it is done.</returns>
    public static string? Change(StageRunner stage, string baseline, ControlRequest wanted)
    {
        switch (wanted)
        {
            case { Variant: { } variant }:
                return stage.TryShowVariant(variant) ? null : "There is no variant of this name.";
            case { Connections: { } connections }:
                return stage.TrySetConnections(connections)
                    ? null
                    : $"The connections must be 1 to {StageRunner.MaxConnections}.";
            case { Proof: true } when stage.Variant == baseline:
                return $"Show another variant first: it is compared with {baseline}.";
            case { Proof: { } isProof }:
                stage.SetProof(isProof);
                return null;
            case { Again: true }:
                stage.ShowAgain();
                return null;
            default:
                return "Expected note, stop, variant, connections, proof or again.";
        }
    }
}
