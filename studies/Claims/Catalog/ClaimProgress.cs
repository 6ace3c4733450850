namespace Studies.Claims.Catalog;

/// <summary>Estimates how long the remaining claims take, from the starts that are done.</summary>
internal sealed class ClaimProgress(MeasurementDepth depth, IEnumerable<Claim> claims, TimeProvider time)
{
    /// <summary>What a start takes as long as none is measured.</summary>
    private static readonly TimeSpan UsualStart = TimeSpan.FromSeconds(50);

    private readonly long _began = time.GetTimestamp();
    private readonly List<Claim> _left = [.. claims];
    private readonly HashSet<string> _experiments = [];
    private int _done;

    public string Format(Func<TimeSpan, string> formatDuration)
    {
        var start = _done > 0 ? time.GetElapsedTime(_began) / _done : UsualStart;
        // A row that reads the experiment of another one takes no time.
        var experiments = _left.DistinctBy(claim => claim.File.Run.Experiment)
            .Where(claim => !_experiments.Contains(claim.File.Run.Experiment));
        return $"{_left.Count} rows left, {formatDuration(start * experiments.Sum(CountStarts))}";
    }

    public void Complete(Claim claim)
    {
        _left.Remove(claim);
        if (_experiments.Add(claim.File.Run.Experiment))
            _done += CountStarts(claim);
    }

    private int CountStarts(Claim claim) => depth.GetStarts(claim.File.Design);
}
