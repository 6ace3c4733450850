using System.Globalization;
using Load.Diagnostics;

namespace Load.Http.DataSources;

/// <summary>
/// Values from a class of the user's, found by its shape alone: it needs no reference to this tool. It is called by one
/// worker at a time, and again for the same index, so what it gives should depend on the index alone.
/// </summary>
internal sealed class PluginDataSource : IDataSource
{
    private readonly Func<int, IDictionary<string, object>> _getValues;
    private readonly Lock _lock = new();

    public PluginDataSource(string source, Func<int, IDictionary<string, object>> getValues)
    {
        (Source, _getValues) = (source, getValues);
        Names = [.. Call(0).Keys];
    }

    public string Source { get; }

    /// <summary>Those that the first call gave.</summary>
    public IList<string> Names { get; }

    public string[] GetRow(long index)
    {
        
        // Rounds of a comparison begin at multiples of 2^32: a prime apart, they do not all begin again at 0.
        var number = (int)((index + (index >> 31) * 7_919_003) & int.MaxValue);
        var values = Call(number);
        return [.. Names.Select(name => values.TryGetValue(name, out var value)
            ? Format(value)
            : throw new UserErrorException($"{Source} error GetValues({number}) gave no {name}, and GetValues(0) did"))];
    }

    private IDictionary<string, object> Call(int index)
    {
        try
        {
            lock (_lock)
                return _getValues(index)
                    ?? throw new UserErrorException($"{Source} error GetValues({index}) gave null, expected values");
        }
        catch (Exception e) when (e is not UserErrorException)
        {
            // Whatever a plugin throws is its own, and no fault of the target.
            throw new UserErrorException($"{Source} error GetValues({index}) threw {e.GetType().Name}: {e.Message}");
        }
    }

    private static string Format(object? value) => value switch
    {
        bool flag => flag ? "true" : "false",
        DateTime or DateTimeOffset or DateOnly or TimeOnly =>
            ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };
}
