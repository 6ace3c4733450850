namespace TwoTier.Load.Experiment;

/// <summary>
/// Decides which rounds of a comparison are measured again, because other programs, or other virtual machines, took
/// much more of this machine's CPU time than usual. The rule looks at all trials of a round together and never at what
/// was measured, so it favours no variant.
/// </summary>
/// <remarks>
/// A rule for single trials, with a median for each variant, would favour one: of a variant with a high median, by
/// chance, the disturbed trials would count, and of the others they would not.
/// </remarks>
internal sealed class DisturbedRounds
{
    // As a share of the CPU time of all cores, above the median of the rounds so far. Where a process that works for a
    // variant cannot be seen, its CPU time is in that median, too.
    private const double MaxExcess = 0.1;

    // Of the rounds that count so far, and not of all that are planned, so that early and late rounds are alike.
    private const double MaxShareOfRounds = 0.25;

    // In ascending order.
    private readonly List<double> _shares = [];
    private int _repeated;
    private int _kept;

    /// <summary>Decides on a round, given the disturbance of each of its trials, which may not be known.</summary>
    public bool MustRepeat(IEnumerable<double?> disturbedShares)
    {
        var share = disturbedShares.Average();
        var isDisturbed = share > (_shares is [] ? 0 : _shares[_shares.Count / 2]) + MaxExcess;
        if (share is { } known)
        {
            var place = _shares.BinarySearch(known);
            _shares.Insert(place < 0 ? ~place : place, known);
        }

        var mustRepeat = isDisturbed && _repeated <= MaxShareOfRounds * _kept;
        _repeated += mustRepeat ? 1 : 0;
        _kept += mustRepeat ? 0 : 1;
        return mustRepeat;
    }
}
