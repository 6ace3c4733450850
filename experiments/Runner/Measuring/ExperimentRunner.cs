namespace Experiments.Commands;

internal static class Repeat
{
    /// <summary>Measures every cell in every start, in random order, and prints the time that is left.</summary>
    /// <returns>What each start measured, in the order of the cells.</returns>
    public static async Task<IReadOnlyList<IReadOnlyList<TResult>>> StartsAsync<TCell, TResult>(
        int starts, IReadOnlyList<TCell> cells, Func<TCell, string> format, Func<int, TCell, Task<TResult>> measure,
        int atOnce = 1)
    {
        var (began, ended, measured) = (Stopwatch.GetTimestamp(), 0, new List<IReadOnlyList<TResult>>());
        for (var start = 1; start <= starts; start++)
        {
            var (number, results) = (start, new TResult[cells.Count]);
            await Parallel.ForEachAsync(
                cells.Index().Shuffle(), new ParallelOptions { MaxDegreeOfParallelism = atOnce },
                async (cell, _) =>
                {
                    var left = Stopwatch.GetElapsedTime(began) / Math.Max(1, ended) * ((starts * cells.Count) - ended);
                    Console.WriteLine($"  start {number} of {starts} {format(cell.Item)}".TrimEnd()
                        + (ended is 0 ? "" : $", {StudyCommand.FormatDuration(left)} left"));
                    results[cell.Index] = await measure(number, cell.Item);
                    Interlocked.Increment(ref ended);
                });
            measured.Add(results);
        }

        return measured;
    }
}
