namespace Studies.Grids;

/// <summary>Counts how many handshakes resume a session, by a relay to the server that a study names.</summary>
internal static class GridHandshakes
{
    private const string Load = "handshakes";
    private static readonly string[] Kept = ["--header", "--tls"];

    /// <summary>Sends requests with new connections to the target, or from it to the back-end.</summary>
    /// <returns>The share of the handshakes that resumed a session, in percent; null if there was none.</returns>
    public static async Task<double?> CountAsync(
        StudyContext context, GridFile grid, GridServices services, StartedVariant one, GridMeasurement result,
        string study)
    {
        var (counter, isBehind) = (new HandshakeCounter(), grid.Counts is "back-end");
        using var relay = new TcpRelay(isBehind ? services.SecureBackend! : one.Target, counter);
        var counted = isBehind
            ? (await services.StartAsync(one.Variant with
            {
                Name = $"{one.Variant.Name} {Load}",
                Settings = [.. one.Variant.Settings, $"--Backend:BaseAddress={relay.Address}"],
            }, group: null)).Variant
            : one with { Target = relay.Address };
        await GridLoad.SendAsync(context, grid, [counted], [new(result.Cell, result.Variant)], Load,
        [
            ("--count", "200"), ("--connections", "1"), ("--warmup", "0s"),
            .. GridLoad.GetOptions(grid.Loads.Values.Last(), isShort: false, isTls: true)
                .Where(option => Kept.Contains(option.Name)),
        ], study);
        return counter.All > 0 ? 100.0 * counter.Resumed / counter.All : null;
    }
}
