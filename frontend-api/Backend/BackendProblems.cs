using System.Globalization;
using System.Net;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http.HttpResults;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace FrontendApi.Backend;

/// <summary>Turns a failed call into the answer of the HTTP contract. The only place that does.</summary>
internal sealed class BackendProblems : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(HttpContext context, Exception exception, CancellationToken cancellationToken)
    {
        if (Describe(exception) is not { } problem)
            return false;

        if (exception is BrokenCircuitException open)
            context.Response.Headers.RetryAfter = RetryAfter(open).ToString(CultureInfo.InvariantCulture);
        await problem.ExecuteAsync(context);
        return true;
    }

    private static ProblemHttpResult? Describe(Exception exception) => exception switch
    {
        BackendException { Status: HttpStatusCode.NotFound, Resource.Operation: "customer" } =>
            Problem(404, "Unknown customer", "The back-end has no customer with this id."),
        BackendException { Fault: BackendFault.Refusal } refused =>
            Problem((int)refused.Status!, "The back-end refused the payload", refused.Detail ?? "It did not say why."),
        BackendException { Fault: BackendFault.Status } failed =>
            Problem(502, "The back-end failed", $"It answered {(int)failed.Status!} to {failed.Resource.Path}."),
        BackendException { Fault: BackendFault.Body } failed =>
            Problem(502, "The back-end answered nonsense",
                $"What it sent for {failed.Resource.Path} is no {failed.Resource.Operation}."),
        BackendException { Fault: BackendFault.Connection } failed =>
            Problem(502, "The back-end cannot be reached", $"No whole answer came for {failed.Resource.Path}."),
        BackendException { Fault: BackendFault.Timeout } failed =>
            Problem(504, "The back-end was too slow", $"It did not answer {failed.Resource.Path} within Backend:Timeout."),
        TimeoutRejectedException late =>
            Problem(504, "The back-end was too slow",
                $"It did not answer within {late.Timeout.TotalSeconds} s, a limit of Resilience."),
        BrokenCircuitException =>
            Problem(503, "The circuit is open", "The back-end failed too often of late and is left alone for a moment."),
        _ => null,
    };

    private static ProblemHttpResult Problem(int status, string title, string detail) =>
        TypedResults.Problem(detail, statusCode: status, title: title);

    /// <summary>In seconds, rounded up; a half-open circuit has no time of its own to give.</summary>
    private static int RetryAfter(BrokenCircuitException open) =>
        Math.Max(1, (int)Math.Ceiling(open.RetryAfter.GetValueOrDefault().TotalSeconds));
}
