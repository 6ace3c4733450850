using System.Globalization;
using System.Net;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http.HttpResults;
using Polly.CircuitBreaker;

namespace FrontendApi.Backend;

/// <summary>
/// Turns a failed call to the back-end into a problem document for the caller of the front-end. Only this class creates
/// problem documents for failed calls.
/// </summary>
internal sealed class BackendExceptionHandler : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(
        HttpContext context, Exception exception, CancellationToken cancellationToken)
    {
        if (CreateProblemForException(exception) is not { } problem)
            return false;

        if (exception is BackendException { Failure: BackendFailure.NotSent } rejected)
            context.Response.Headers.RetryAfter = GetRetryAfter(rejected).ToString(CultureInfo.InvariantCulture);
        await problem.ExecuteAsync(context);
        return true;
    }

    private static ProblemHttpResult? CreateProblemForException(Exception exception) => exception switch
    {
        BackendException { Status: HttpStatusCode.NotFound, Resource.Operation: "customer" } =>
            CreateProblem(404, "Unknown customer", "The back-end has no customer with this id."),
        BackendException { Failure: BackendFailure.Rejected } failed =>
            CreateProblem((int)failed.Status!, "The back-end rejected the payload",
                failed.Detail ?? "The back-end gave no reason."),
        BackendException { Failure: BackendFailure.Status } failed =>
            CreateProblem(502, "The back-end failed",
                $"The back-end answered the request for {failed.Resource.Path} with status {(int)failed.Status!}."),
        BackendException { Failure: BackendFailure.InvalidBody } failed =>
            CreateProblem(502, "The back-end sent an invalid response",
                $"The body of the response to {failed.Resource.Path} does not have the requested {failed.Resource.Operation}."),
        BackendException { Failure: BackendFailure.Connection } failed =>
            CreateProblem(502, "The back-end cannot be reached",
                $"The request for {failed.Resource.Path} failed: no connection could be opened, or the connection was "
                + "closed before the response was complete."),
        BackendException { Failure: BackendFailure.Timeout } failed =>
            CreateProblem(504, "The back-end was too slow",
                $"The response to the request for {failed.Resource.Path} was not complete within the time limit "
                + "(Backend:Timeout, or a shorter one of the resilience handler)."),
        BackendException { Failure: BackendFailure.NotSent, InnerException: BrokenCircuitException } =>
            CreateProblem(503, "The circuit breaker is open",
                "Too many calls to the back-end failed recently. Try again after the time in the header Retry-After."),
        BackendException { Failure: BackendFailure.NotSent } =>
            CreateProblem(503, "Too many calls are in progress",
                "The resilience handler limits the calls to the back-end. Try again after the time in the header "
                + "Retry-After."),
        _ => null,
    };

    private static ProblemHttpResult CreateProblem(int status, string title, string detail) =>
        TypedResults.Problem(detail, statusCode: status, title: title);

    /// <summary>
    /// Returns the number of seconds for the Retry-After header, rounded up and at least 1. Polly gives no time to wait
    /// if the circuit breaker is half-open.
    /// </summary>
    private static int GetRetryAfter(BackendException rejected) =>
        Math.Max(1, (int)Math.Ceiling(rejected.RetryAfter.GetValueOrDefault().TotalSeconds));
}
