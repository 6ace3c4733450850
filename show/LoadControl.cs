using System.Net.Http.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace TwoTier.Show;

/// <summary>
/// Passes what a user does on the page on to the load tool: notes, the end of the run, and the variant and the
/// connections of a stage. Each request needs the token of the load tool, which is part of the address of the page.
/// </summary>
internal sealed class LoadControl(Uri source, string token, StageService? service) : IDisposable
{
    private const string MissingTokenMessage = "Open the page at the address that show printed. It contains the token.";

    private readonly HttpClient _http = CreateClient(source);

    public static HttpClient CreateClient(Uri source) => new(new SocketsHttpHandler
    {
        UseProxy = false,
        ConnectTimeout = TimeSpan.FromSeconds(5),
    })
    {
        BaseAddress = source,
        Timeout = Timeout.InfiniteTimeSpan,
    };

    public void Map(WebApplication app)
    {
        // Two checks reject requests from the pages of other sites: a browser names the other site in the Origin
        // header, and a page of another site cannot know the token.
        var api = app.MapGroup("/api").AddEndpointFilter((context, next) =>
            IsFromSameOrigin(context.HttpContext.Request) && HasToken(context.HttpContext.Request)
                ? next(context)
                : ValueTask.FromResult<object?>(TypedResults.Problem(
                    statusCode: StatusCodes.Status403Forbidden, detail: MissingTokenMessage)));
        api.MapPost("/marks", (JsonObject body) => PassOnAsync("note", body["text"]));
        api.MapPost("/run/stop", () => PassOnAsync("stop", true));
        api.MapPost("/stage/variant", (JsonObject body) => PassOnAsync("variant", body["variant"]));
        api.MapPost("/stage/connections", (JsonObject body) => PassOnAsync("connections", body["connections"]));
        api.MapPost("/stage/proof", (JsonObject body) => PassOnAsync("proof", body["shown"]));
        if (service is not null)
            api.MapPost("/stage/service", ChangeServiceAsync);
    }

    /// <summary>Has the load tool show the variant afresh, so that earlier failures are no longer counted.</summary>
    public Task ShowAgainAsync() => PassOnAsync("again", true);

    public void Dispose() => _http.Dispose();

    private static bool IsFromSameOrigin(HttpRequest request) =>
        request.Headers.Origin == $"{request.Scheme}://{request.Host}";

    private bool HasToken(HttpRequest request) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(request.Headers.Authorization.ToString()),
        Encoding.UTF8.GetBytes($"Bearer {token}"));

    private async Task<IResult> PassOnAsync(string name, JsonNode? value)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "control");
        request.Headers.Authorization = new("Bearer", token);
        request.Content = JsonContent.Create(new JsonObject { [name] = value?.DeepClone() });
        try
        {
            using var response = await _http.SendAsync(request);
            return response.IsSuccessStatusCode
                ? TypedResults.NoContent()
                : TypedResults.Text(
                    await response.Content.ReadAsStringAsync(),
                    $"{response.Content.Headers.ContentType}",
                    statusCode: (int)response.StatusCode);
        }
        catch (HttpRequestException)
        {
            return TypedResults.Problem(
                statusCode: StatusCodes.Status409Conflict, detail: "The load tool has exited.");
        }
    }

    private async Task<IResult> ChangeServiceAsync(ServiceRequest request) =>
        await service!.TryChangeAsync(request.Running)
            ? TypedResults.NoContent()
            : TypedResults.Problem(
                statusCode: StatusCodes.Status502BadGateway,
                detail: $"{service.Name} could not be killed or started.");
}
