using System.Globalization;
using Microsoft.AspNetCore.Diagnostics;
using Polly.CircuitBreaker;

namespace FrontendApi.Backend;

/// <summary>Turns a failed call to the back-end into a problem document for the caller of the front-end.</summary>
internal sealed partial class BackendExceptionHandler(
    ILogger<BackendExceptionHandler> logger, IHostEnvironment environment) : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(
        HttpContext context, Exception exception, CancellationToken cancellationToken)
    {
        if (exception is StrategyException mistake)
        {
            LogMistake(mistake.Strategy, mistake.InnerException!);
            await TypedResults.Problem(
                environment.IsDevelopment() ? mistake.Message : "An unexpected error occurred: see the log.",
                statusCode: StatusCodes.Status500InternalServerError).ExecuteAsync(context);
            return true;
        }

        if (exception is not BackendException { Failure: var failure } failed)
            return false;

        if (failure.Status is StatusCodes.Status503ServiceUnavailable)
            context.Response.Headers.RetryAfter = GetRetryAfter(failed).ToString(CultureInfo.InvariantCulture);
        var status = failure == BackendFailure.Rejected ? (int)failed.Status! : failure.Status;
        await TypedResults.Problem(failure.Describe(failed), statusCode: status, title: failure.Title)
            .ExecuteAsync(context);
        return true;
    }

    // In seconds, rounded up and at least 1. Polly gives no time to wait if the circuit breaker is half-open.
    private static int GetRetryAfter(BackendException failed) => Math.Max(1, (int)Math.Ceiling(
        (failed.RetryAfter ?? (failed.InnerException as BrokenCircuitException)?.RetryAfter)?.TotalSeconds ?? 0));

    [LoggerMessage(1, LogLevel.Error, "The strategy {Strategy} failed, and the back-end is not the cause.")]
    private partial void LogMistake(string strategy, Exception exception);
}
