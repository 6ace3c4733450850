using System.Text.Json;

namespace FrontendApi.Backend;

/// <summary>What the back-end says of a request that it refuses.</summary>
internal sealed record BackendProblem(string? Detail)
{
    /// <returns>Null where it does not say.</returns>
    public static async Task<string?> DetailOfAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        if (response.Content.Headers.ContentType?.MediaType is not "application/problem+json")
            return null;
        try
        {
            var problem = await response.Content.ReadFromJsonAsync(BackendJson.Default.BackendProblem, cancellationToken);
            return problem?.Detail;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
