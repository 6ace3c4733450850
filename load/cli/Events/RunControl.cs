using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace TwoTier.Load.Cli.Events;

/// <summary>The body of <c>POST /control</c>: one thing that somebody who shows the run wants.</summary>
internal sealed record ControlRequest(
    string? Note, bool? Stop, string? Variant, int? Connections, bool? Proof, bool? Again);

/// <summary>
/// The endpoint <c>POST /control</c>, with which a program that shows the run adds notes, stops the run, and steers a
/// stage. Each request needs the token.
/// </summary>
/// <param name="change">
/// Does what a request wants, and returns null, or else the status and the reason why it does not.
/// </param>
internal sealed class RunControl(Func<ControlRequest, (int Status, string Detail)?> change)
{
    public const string TokenVariable = "LOAD_TOKEN";

    private const string MissingTokenMessage = "The token is missing. It is part of the address that the load tool printed.";

    /// <summary>The bearer token that each request must have.</summary>
    public string Token { get; } = Environment.GetEnvironmentVariable(TokenVariable) is { Length: > 0 } given
        ? given
        : RandomNumberGenerator.GetHexString(32, lowercase: true);

    public void Map(WebApplication app) => app.MapPost("/control", (HttpRequest request, ControlRequest wanted) =>
        change(wanted) is var (status, detail) ? (IResult)Reject(status, detail) : TypedResults.NoContent())
        .AddEndpointFilter((context, next) =>
            IsFromNoOtherSite(context.HttpContext.Request) && HasToken(context.HttpContext.Request)
                ? next(context)
                : ValueTask.FromResult<object?>(Reject(StatusCodes.Status403Forbidden, MissingTokenMessage)));

    private static ProblemHttpResult Reject(int status, string detail) =>
        TypedResults.Problem(statusCode: status, detail: detail);

    // A browser names the site of the page that sends a request. Other programs name none.
    private static bool IsFromNoOtherSite(HttpRequest request) =>
        request.Headers.Origin.Count == 0 || request.Headers.Origin == $"{request.Scheme}://{request.Host}";

    private bool HasToken(HttpRequest request) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(request.Headers.Authorization.ToString()),
        Encoding.UTF8.GetBytes($"Bearer {Token}"));
}
