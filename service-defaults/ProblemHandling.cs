using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Routing;

namespace ServiceDefaults;

/// <summary>Makes every error response a problem document (RFC 9457), whatever media type the caller accepts.</summary>
internal static class ProblemHandling
{
    public static void UseProblemHandling(this WebApplication app)
    {
        app.UseExceptionHandler(new ExceptionHandlerOptions
        {
            ExceptionHandler = WriteUnhandledException,
            // Exceptions that mean an expected failure or an error of the client are not logged.
            SuppressDiagnosticsCallback = context =>
                context.ExceptionHandledBy is ExceptionHandledType.ExceptionHandlerService
                || context.Exception is BadHttpRequestException,
        });
        // Routes write their own problems. Without one, or for a method that it does not have, there is only a status.
        app.UseWhen(context => context.GetEndpoint() is not RouteEndpoint, app => app.UseStatusCodePages(
            context => Write(context.HttpContext, context.HttpContext.Response.StatusCode)));
    }

    // Exceptions that no handler of the service recognized. The response does not reveal the stack trace.
    private static Task WriteUnhandledException(HttpContext context) =>
        context.Features.Get<IExceptionHandlerFeature>()?.Error is BadHttpRequestException badRequest
            ? Write(context, badRequest.StatusCode, badRequest.Message)
            : Write(context, StatusCodes.Status500InternalServerError, "An unexpected error occurred: see the log.");

    private static Task Write(HttpContext context, int status, string? detail = null) =>
        TypedResults.Problem(detail, statusCode: status).ExecuteAsync(context);
}
