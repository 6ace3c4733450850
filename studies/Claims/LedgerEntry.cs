namespace Studies.Claims;

/// <summary>A row with its measurements, the oldest first, and by how much series differ in all rows.</summary>
internal sealed record LedgerEntry(
    Claim Claim, IReadOnlyList<ArchiveRecord> History, double SeriesShare = SeriesVariance.LeastShare)
{
    public const string Ratio = "ratio";

    /// <summary>The metric of how much the variant costs more than the baseline, in a unit.</summary>
    public const string Difference = "difference";

    public ArchiveRecord? Latest => History is [.., var latest] ? latest : null;

    /// <summary>What was measured, for each kind of processor; empty if the run was changed since.</summary>
    public IReadOnlyList<Cell> Cells { get; } = Cell.Create(Claim, History, SeriesShare);

    /// <summary>The cells that decide: those with all starts of the design, or, without any, with several.</summary>
    private IReadOnlyList<Cell> Deciding =>
        Cells.GroupBy(cell => (cell.HasStarts(Claim.File.Design.Starts), cell.HasStarts(2)))
            .MaxBy(group => group.Key)?.ToArray() ?? [];

    /// <summary>Metrics of the only cell that decides; of several, ranges from the lowest to the highest end.</summary>
    public IReadOnlyDictionary<string, Metric> Metrics => Deciding switch
    {
        [] => Latest?.Metrics ?? new Dictionary<string, Metric>(),
        [var only] => only.Metrics,
        [var first, ..] cells => first.Metrics.Keys.ToDictionary(
            name => name, name => Cover([.. cells.Select(cell => cell.Metrics[name])])),
    };

    public Metric? MeasuredRatio => Metrics.GetValueOrDefault(Ratio);

    /// <summary>The answer by the measurements; null for a claim, and for a question without an answer.</summary>
    public Answer? Answer => Claim.File.Question is not null && Latest is not null
        ? Answer.Create(Claim.File, Metrics) : null;

    public bool HasChangedSince => Latest is { } latest && !latest.IsOfRule(Claim);

    /// <summary>The decision on the measurements, if the claim's rule has not changed since.</summary>
    public Decision Decision => Claim.File switch
    {
        _ when Latest is null => new Decision(Verdict.NotMeasured, "no measurement is published yet"),
        _ when HasChangedSince => new Decision(Verdict.ChangedAfterData, $"the previous verdict was: {Latest.Verdict}"),
        var file => file.Criterion.Decide(Metrics, file.Design.Starts),
    };

    private static Metric Cover(Metric[] cells) => new Metric(cells[0].Value, null, null)
    {
        Starts = cells.Min(one => one.Starts),
        Series = cells.Min(one => one.Series),
        IsExact = cells.All(one => one.IsExact),
        Unit = cells[0].Unit,
    }.WithRange(cells);
}

/// <summary>
/// What may be pooled: one kind of processor, and one build of the measured services. The estimate weighs all starts
/// alike. If they ran on several hosts, its interval reaches from the lowest end of theirs to the highest.
/// </summary>
internal sealed record Cell(string Processor, IReadOnlyList<ArchiveRecord> Records, double SeriesShare)
{
    private static readonly TimeSpan BetweenSeries = TimeSpan.FromHours(4);

    public IReadOnlyDictionary<string, Metric> Metrics => Records[^1].Metrics.ToDictionary(
        metric => metric.Key, metric => Pool(metric.Key, metric.Value));

    /// <summary>Whether there are so many starts, or a count that needs one only.</summary>
    public bool HasStarts(int starts) => Metrics.Values.All(metric => metric.IsExact || metric.Starts >= starts);

    /// <summary>
    /// Creates a cell for each kind of processor, with the starts of the newest build. Counts are not pooled, so they
    /// must be of the rule of today.
    /// </summary>
    public static IReadOnlyList<Cell> Create(Claim claim, IReadOnlyList<ArchiveRecord> history, double share) =>
    [
        .. history.Where(record => record.RunHash == claim.RunHash
                && (record.IsOfRule(claim) || !record.Metrics.Values.All(metric => metric.IsExact)))
            .GroupBy(record => record.Machine.Processor)
            .Select(group => new Cell(group.Key, [.. group.Where(one => one.Build == group.Last().Build)], share)),
    ];

    /// <summary>Estimates a metric on each host, which its kernel tells from others of the same processor.</summary>
    public IReadOnlyList<(string Kernel, Metric Metric)> GetHosts(string metric) =>
    [
        .. from host in Records.GroupBy(record => record.Machine.Kernel)
           let series = GetSeries(metric, host)
           where series is [_, ..]
           let unit = host.Last().Metrics.GetValueOrDefault(metric)?.Unit
           select (host.Key, Metric.FromSeries(series, SeriesShare, unit)),
    ];

    /// <summary>Gets the values of the starts of a metric by series, those of a host after one another.</summary>
    public IReadOnlyList<IReadOnlyList<double>> GetSeries(string metric) =>
        [.. Records.GroupBy(record => record.Machine.Kernel).SelectMany(host => GetSeries(metric, host))];

    private static List<List<double>> GetSeries(string metric, IEnumerable<ArchiveRecord> records)
    {
        var (series, last) = (new List<List<double>>(), DateTime.MinValue);
        foreach (var record in records)
        {
            if (record.Metrics.GetValueOrDefault(metric)?.StartValues is not { } starts)
                continue;
            if (series is [] || record.GetTime() - last >= BetweenSeries)
                series.Add([]);
            series[^1].AddRange(starts);
            last = record.GetTime();
        }

        return series;
    }

    private Metric Pool(string name, Metric latest) =>
        latest.IsExact || GetHosts(name) is not [_, ..] hosts
            ? latest
            : Metric.FromSeries(GetSeries(name), SeriesShare, latest.Unit)
                .WithRange([.. hosts.Select(host => host.Metric)]);
}
