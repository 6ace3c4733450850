using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;

namespace TwoTier.Load.Cli.Live;

/// <summary>
/// The HTTP API with which the live page adds notes and stops the run. Requests to the API need the token that is part
/// of the address of the live page.
/// </summary>
internal sealed class RemoteControl(
    Func<string, bool> tryAnnotate, Func<bool> tryStop, Action<RouteGroupBuilder>? mapMore = null)
{
    private const int MaxAnnotationLength = 200;
    private const string RunIsOverMessage = "The run is over, and its result has been written.";
    private const string MissingTokenMessage = "Open the page at the address that the load tool printed. It contains the token.";

    /// <summary>The random bearer token that each request to the remote control API must have.</summary>
    public string Token { get; } = RandomNumberGenerator.GetHexString(32, lowercase: true);

    /// <summary>Maps the endpoints of the remote control API, which add a note and stop the run.</summary>
    public void Map(WebApplication app)
    {
        // Two checks reject requests from the pages of other sites: a browser names the other site in the Origin
        // header, and a page of another site cannot know the token.
        var api = app.MapGroup("/api").AddEndpointFilter((context, next) =>
            IsFromSameOrigin(context.HttpContext.Request) && HasToken(context.HttpContext.Request)
                ? next(context)
                : ValueTask.FromResult<object?>(Problem(StatusCodes.Status403Forbidden, MissingTokenMessage)));
        api.MapPost("/marks", AddAnnotation);
        api.MapPost("/run/stop", StopRun);
        mapMore?.Invoke(api);
    }

    private IResult AddAnnotation(AnnotationRequest request)
    {
        if (request.Text?.Trim() is not { Length: > 0 and <= MaxAnnotationLength } text)
            return Problem(StatusCodes.Status400BadRequest, $"A note must have 1 to {MaxAnnotationLength} characters.");
        return tryAnnotate(text)
            ? TypedResults.NoContent()
            : Problem(StatusCodes.Status409Conflict, RunIsOverMessage);
    }

    private IResult StopRun() => tryStop()
        ? TypedResults.StatusCode(StatusCodes.Status202Accepted)
        : Problem(StatusCodes.Status409Conflict, RunIsOverMessage);

    private static ProblemHttpResult Problem(int status, string detail) =>
        TypedResults.Problem(statusCode: status, detail: detail);

    private static bool IsFromSameOrigin(HttpRequest request) =>
        request.Headers.Origin == $"{request.Scheme}://{request.Host}";

    private bool HasToken(HttpRequest request) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(request.Headers.Authorization.ToString()),
        Encoding.UTF8.GetBytes($"Bearer {Token}"));

    /// <summary>The body of a request that adds a note.</summary>
    internal sealed record AnnotationRequest(string? Text);
}
