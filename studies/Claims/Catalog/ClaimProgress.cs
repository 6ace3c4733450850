namespace Studies.Claims.Catalog;

/// <summary>Estimates how long the remaining claims take, from the starts that are done.</summary>
internal sealed class ClaimProgress(MeasurementDepth depth, IEnumerable<Claim> claims, TimeProvider time)
{
    /// <summary>What a start takes as long as none is measured: with trials of 0.1 s.</summary>
    private static readonly TimeSpan UsualStart = TimeSpan.FromSeconds(17);

    private readonly long _began = time.GetTimestamp();
    private readonly List<Claim> _left = [.. claims.Where(claim => ClaimCatalog.Methods.ContainsKey(claim.Id))];
    private int _done;

    public string Format(Func<TimeSpan, string> formatDuration)
    {
        var start = _done > 0 ? time.GetElapsedTime(_began) / _done : UsualStart;
        return $"{_left.Count} rows left, {formatDuration(start * _left.Sum(CountStarts))}";
    }

    public void Complete(Claim claim)
    {
        _left.Remove(claim);
        _done += CountStarts(claim);
    }

    // A row that reads the experiment of another one takes no time.
    private int CountStarts(Claim claim) =>
        claim.File.WithRow is null ? depth.GivenStarts ?? claim.File.Design?.Starts ?? 1 : 0;
}
