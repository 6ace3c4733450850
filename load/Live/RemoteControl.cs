using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Load.Live;

/// <summary>What the page may do to the run, with the token that is in its address.</summary>
/// <param name="notes">Gets some.</param>
/// <param name="stop">Ends the run as Ctrl-C does; false where it is over.</param>
internal sealed class RemoteControl(Annotations notes, Func<bool> stop)
{
    private const int LongestNote = 200;
    private const string Over = "The run is over, and its result has been written.";

    /// <summary>For nobody to guess.</summary>
    public string Token { get; } = RandomNumberGenerator.GetHexString(32, lowercase: true);

    public void Map(WebApplication app)
    {
        // A POST from another site has that site as its origin, and no way to know the token.
        var api = app.MapGroup("/api").AddEndpointFilter((call, next) =>
            IsOwnPage(call.HttpContext.Request) && HasToken(call.HttpContext.Request)
                ? next(call)
                : ValueTask.FromResult<object?>(Problem(403, "Only the page may, opened by the address that the tool printed.")));
        api.MapPost("/marks", Add);
        api.MapPost("/run/stop", Stop);
    }

    private IResult Add(MarkRequest mark) => mark.Text?.Trim() is not { Length: > 0 and <= LongestNote } text
        ? Problem(400, $"A note has 1 to {LongestNote} characters.")
        : notes.TryAdd(text) ? TypedResults.NoContent() : Problem(409, Over);

    private IResult Stop() => stop() ? TypedResults.StatusCode(StatusCodes.Status202Accepted) : Problem(409, Over);

    private static ProblemHttpResult Problem(int status, string detail) => TypedResults.Problem(statusCode: status, detail: detail);

    private static bool IsOwnPage(HttpRequest request) => request.Headers.Origin == $"{request.Scheme}://{request.Host}";

    private bool HasToken(HttpRequest request) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(request.Headers.Authorization.ToString()), Encoding.UTF8.GetBytes($"Bearer {Token}"));

    internal sealed record MarkRequest(string? Text);
}
