using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace BackendApi.LongOperations;

/// <summary>The flag <c>ms</c>: how long an operation takes.</summary>
internal static class OperationTime
{
    private const string Name = "ms";
    private const int Default = 2_000;
    private const int Longest = 60_000;

    private static readonly string Bounds = $"a whole number of milliseconds from 0 to {Longest}";

    /// <returns>Null where a flag is wrong, and the mistakes by flag.</returns>
    public static TimeSpan? Of(IQueryCollection query, out Dictionary<string, string[]> mistakes)
    {
        // A misspelt flag would silently measure the default.
        mistakes = query.Keys.Where(key => key != Name)
            .ToDictionary(key => key, key => new[] { $"'{key}' is no flag. Flags: {Name}." });
        var ms = Default;
        if (query.TryGetValue(Name, out var given) && !(int.TryParse(given, out ms) && ms is >= 0 and <= Longest))
            mistakes[Name] = [$"'{given}' is not {Bounds}."];
        return mistakes.Count is 0 ? TimeSpan.FromMilliseconds(ms) : null;
    }

    public static Task Describe(OpenApiOperation operation, OpenApiOperationTransformerContext _, CancellationToken __)
    {
        operation.Parameters =
        [
            new OpenApiParameter
            {
                Name = Name,
                In = ParameterLocation.Query,
                Description = $"How long it takes: {Bounds}.",
                Schema = new OpenApiSchema { Type = JsonSchemaType.Integer, Minimum = "0", Maximum = $"{Longest}", Default = Default },
            },
        ];
        return Task.CompletedTask;
    }
}
