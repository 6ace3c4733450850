namespace Studies.Grids;

/// <summary>Checks a round trip that a relay makes.</summary>
internal static class GridDistance
{
    private const int Requests = 21;

    // How far a round trip may be from the one that was asked for. A request takes some tenths of a millisecond itself.
    private const double AllowedMs = 1;
    private const double AllowedShare = 0.1;
    private static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(5);

    /// <summary>Measures the median time of a request on an open connection, in milliseconds.</summary>
    /// <exception cref="StudyException">It is too far from the round trip.</exception>
    public static async Task<double> MeasureAsync(Uri address, double rtt, CancellationToken stop)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { Timeout = TimeLimit };
        var times = new List<double>();
        // The first one opens the connection.
        for (var request = 0; request <= Requests; request++)
        {
            var began = Stopwatch.GetTimestamp();
            await http.GetByteArrayAsync(address, stop);
            times.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
        }

        var median = times.Skip(1).Median();
        return Math.Abs(median - rtt) <= AllowedMs + (AllowedShare * rtt) ? median : throw new StudyException(
            $"A request over a round trip of {rtt} ms takes {TableNumbers.Format(median)} ms. "
            + $"Allowed are {AllowedMs} ms more or less, and {AllowedShare:P0}. Is the machine busy?");
    }
}
