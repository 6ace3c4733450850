namespace Studies.Essays;

/// <summary>A layer of a call, as the table of the benchmark CallLayers has it.</summary>
internal sealed partial record CallLayer(string Name, string Base, LayerTime Call, LayerTime? Added)
{
    public static CallLayer[] ReadAll(string text) =>
    [
        .. RowPattern().Matches(text).Select(row => new CallLayer(
            row.Groups["layer"].Value, row.Groups["base"].Value, LayerTime.Parse(row.Groups["call"].Value)!,
            LayerTime.Parse(row.Groups["added"].Value))),
    ];

    /// <summary>Returns the last layer and all below it, from the bottom to the top.</summary>
    public static CallLayer[] GetStack(CallLayer[] layers)
    {
        var stack = new List<CallLayer> { layers[^1] };
        while (layers.SingleOrDefault(layer => layer.Name == stack[0].Base) is { } below)
            stack.Insert(0, below);
        return [.. stack];
    }

    [GeneratedRegex(
        @"^\| (?<layer>\w+) \| (?<base>\w*) \| (?<call>[^|]+) \| (?<added>[^|]*) \| \d+ \| -?\d* \|$",
        RegexOptions.Multiline)]
    private static partial Regex RowPattern();
}

internal sealed partial record LayerTime(double Mean, double Low, double High, string Text)
{
    public static LayerTime? Parse(string cell)
    {
        double[] numbers =
        [
            .. NumberPattern().Matches(cell).Select(
                number => double.Parse(number.ValueSpan, CultureInfo.InvariantCulture)),
        ];
        return numbers is [var mean, var low, var high] ? new(mean, low, high, cell.Replace('-', '−')) : null;
    }

    [GeneratedRegex(@"-?\d+\.\d+")]
    private static partial Regex NumberPattern();
}
