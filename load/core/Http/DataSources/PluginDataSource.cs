using System.Globalization;

namespace TwoTier.Load.Http.DataSources;

/// <summary>
/// Provides parameter values from a plugin: a class with a <c>GetValues</c> method, which needs no reference to this
/// tool. Calls are serialized. The method may be called again for the same index, so its result should depend only on
/// the index.
/// </summary>
internal sealed class PluginDataSource : IDataSource
{
    private readonly Func<int, IDictionary<string, object>> _getValues;
    private readonly Lock _lock = new();

    public PluginDataSource(string source, Func<int, IDictionary<string, object>> getValues)
    {
        (Description, _getValues) = (source, getValues);
        Names = [.. CallPlugin(0).Keys];
    }

    public string Description { get; }

    public IList<string> Names { get; }

    public string[] GetRow(long index)
    {
        var number = (int)(RowNumber.FromRequestIndex(index) & int.MaxValue);
        var values = CallPlugin(number);
        return [.. Names.Select(name => values.TryGetValue(name, out var value)
            ? Format(value)
            : throw new UserErrorException(
                $"{Description}: error: GetValues({number}) returned no value for {name}, but GetValues(0) did"))];
    }

    private IDictionary<string, object> CallPlugin(int index)
    {
        try
        {
            lock (_lock)
            {
                return _getValues(index) ?? throw new UserErrorException(
                    $"{Description}: error: GetValues({index}) returned null instead of values");
            }
        }
        catch (Exception e) when (e is not UserErrorException)
        {
            // The exception is reported as an error of the plugin, because the target is not its cause.
            throw new UserErrorException($"{Description}: error: GetValues({index}) threw {e.GetType().Name}: {e.Message}");
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
