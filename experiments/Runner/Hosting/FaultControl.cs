namespace Experiments.Hosting;

/// <summary>Switches the faults of a back-end that runs (docs/reference.md).</summary>
internal sealed class FaultControl(TestbedEnvironment environment, Uri backend)
{
    public const string Token = "only-for-this-study";
    public static IReadOnlyList<string> Settings { get; } = [$"--Faults:Token={Token}"];

    /// <summary>Replaces all faults of the back-end. An empty object means none.</summary>
    public async Task SetAsync(object faults)
    {
        using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(backend, "/faults"))
        {
            // A body without a length would be sent in chunks.
            Content = new StringContent(JsonSerializer.Serialize(faults), null, "application/json"),
            Headers = { { "X-Faults-Token", Token } },
        };
        using var response = await environment.Http.SendAsync(request, environment.StopToken);
        if (!response.IsSuccessStatusCode)
            throw new StudyException($"PUT /faults answered {(int)response.StatusCode}.");
    }
}
