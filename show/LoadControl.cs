using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace TwoTier.Show;

/// <summary>
/// Passes what a user does on the page on to the load tool: the variant, the connections, a proof, the end. Each
/// request needs a token, which is part of the address of the page.
/// </summary>
internal sealed class LoadControl(SteeredLoad load, StageService? service)
{
    private const string MissingTokenMessage = "Open the page at the address that show printed. It contains the token.";

    public string Token { get; } = RandomNumberGenerator.GetHexString(32, lowercase: true);

    public void Map(WebApplication app)
    {
        // The page of another site cannot know the token. Its requests are refused before, by their Origin header.
        var api = app.MapGroup("/api").AddEndpointFilter((context, next) =>
            HasToken(context.HttpContext.Request)
                ? next(context)
                : ValueTask.FromResult<object?>(TypedResults.Problem(
                    statusCode: StatusCodes.Status403Forbidden, detail: MissingTokenMessage)));
        api.MapPost("/run/stop", () => Send("stop", true));
        api.MapPost("/stage/variant", (JsonObject body) => Send("variant", body["variant"]));
        api.MapPost("/stage/connections", (JsonObject body) => Send("connections", body["connections"]));
        api.MapPost("/stage/proof", (JsonObject body) => Send("proof", body["shown"]));
        if (service is not null)
            api.MapPost("/stage/service", ChangeServiceAsync);
    }

    private bool HasToken(HttpRequest request) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(request.Headers.Authorization.ToString()),
        Encoding.UTF8.GetBytes($"Bearer {Token}"));

    private IResult Send(string name, JsonNode? value) =>
        load.TrySend(new JsonObject { [name] = value?.DeepClone() }.ToJsonString())
            ? TypedResults.NoContent()
            : TypedResults.Problem(
                statusCode: StatusCodes.Status409Conflict, detail: "The load tool has exited.");

    private async Task<IResult> ChangeServiceAsync(ServiceRequest request) =>
        await service!.TryChangeAsync(request.Running)
            ? TypedResults.NoContent()
            : TypedResults.Problem(
                statusCode: StatusCodes.Status502BadGateway,
                detail: $"{service.Name} could not be killed or started.");
}
