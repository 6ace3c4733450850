namespace Studies.Commands;

internal static class Repeat
{
    /// <summary>Measures every cell in every start, in random order.</summary>
    /// <returns>What each start measured, in that order; fewer starts if one of them returned null.</returns>
    public static async Task<IReadOnlyList<IReadOnlyList<TResult>>> StartsAsync<TCell, TResult>(
        int starts, IReadOnlyList<TCell> cells, Func<int, TCell, Task<TResult>> measure)
    {
        var measured = new List<IReadOnlyList<TResult>>();
        for (var start = 1; start <= starts; start++)
        {
            var (order, results) = (cells.ToArray(), new List<TResult>());
            Random.Shared.Shuffle(order);
            foreach (var cell in order)
                results.Add(await measure(start, cell));
            measured.Add(results);
        }

        return measured;
    }
}
