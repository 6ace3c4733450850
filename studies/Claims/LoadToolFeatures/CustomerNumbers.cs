namespace Studies.Claims.LoadToolFeatures;

/// <summary>A plugin with values for the load tool: the numbers from 100 upwards.</summary>
public sealed class CustomerNumbers
{
    private readonly int _first = 100;

    public IDictionary<string, object> GetValues(int index) =>
        new Dictionary<string, object> { ["number"] = _first + index };
}
