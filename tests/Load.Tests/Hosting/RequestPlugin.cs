namespace Load.Tests.Hosting;

/// <summary>A plugin for parameter values as a user would write it, without a reference to the load tool.</summary>
public sealed class RequestPlugin
{
    private readonly DateOnly _first = new(2020, 1, 1);

    public IDictionary<string, object> GetValues(int index) => new Dictionary<string, object>
    {
        ["double"] = index * 2,
        ["half"] = index / 2.0,
        ["day"] = _first.AddDays(index % 1000),
        ["odd"] = index % 2 == 1,
    };
}
