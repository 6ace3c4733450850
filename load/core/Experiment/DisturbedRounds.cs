namespace TwoTier.Load.Experiment;

/// <summary>
/// Decides which rounds of a comparison are measured again, because in one of their trials other programs, or other
/// virtual machines, took much more of this machine's CPU time than usual. The rule does not look at what was measured,
/// so it favours no variant.
/// </summary>
internal sealed class DisturbedRounds(int variants, int rounds)
{
    // As a share of the CPU time of all cores, above the median of the variant's trials so far. Where a process that
    // works for a variant cannot be seen, its CPU time is in that median, too.
    private const double MaxExcess = 0.25;
    private const double MaxShareOfRounds = 0.25;

    // In ascending order.
    private readonly List<double>[] _shares = [.. Enumerable.Range(0, variants).Select(_ => new List<double>())];
    private readonly int _most = (int)(MaxShareOfRounds * rounds);
    private int _count;

    /// <summary>Decides on a round, given the disturbance of each of its trials, which may not be known.</summary>
    public bool MustRepeat(IEnumerable<(int VariantIndex, double? DisturbedShare)> trials)
    {
        var isDisturbed = false;
        foreach (var (variant, share) in trials)
        {
            if (share is not { } known)
                continue;
            var earlier = _shares[variant];
            isDisturbed |= known > (earlier is [] ? 0 : earlier[earlier.Count / 2]) + MaxExcess;
            var place = earlier.BinarySearch(known);
            earlier.Insert(place < 0 ? ~place : place, known);
        }

        if (!isDisturbed || _count == _most)
            return false;
        _count++;
        return true;
    }
}
