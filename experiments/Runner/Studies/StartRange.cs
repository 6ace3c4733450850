namespace Experiments.Studies;

/// <summary>The median, the least and the most of several starts of the processes.</summary>
internal sealed record StartRange(double Median, double Low, double High)
{
    public static StartRange? Create(IEnumerable<double?> starts) =>
        starts.OfType<double>().Order().ToArray() is { Length: > 0 } values
            ? new(values.Median(), values[0], values[^1]) : null;

    // Starts that do not differ have no range.
    public override string ToString()
    {
        var (low, high) = (TableNumbers.Format(Low), TableNumbers.Format(High));
        return low == high ? TableNumbers.Format(Median) : $"{TableNumbers.Format(Median)} ({low} to {high})";
    }
}
