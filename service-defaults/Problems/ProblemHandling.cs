using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace ServiceDefaults.Problems;

/// <summary>Every answer that is not 2xx is a problem document (RFC 9457), whatever the caller accepts.</summary>
internal static class ProblemHandling
{
    public static void AddProblems(this IServiceCollection services) => services.AddProblemDetails();

    public static void UseProblems(this WebApplication app)
    {
        app.UseExceptionHandler(new ExceptionHandlerOptions
        {
            ExceptionHandler = WriteUnhandled,
            // What the service expects, or the caller did, is no line in the log.
            SuppressDiagnosticsCallback = context => context.ExceptionHandledBy is ExceptionHandledType.ExceptionHandlerService
                || context.Exception is BadHttpRequestException,
        });
        app.UseStatusCodePages(context => Write(context.HttpContext, context.HttpContext.Response.StatusCode));
    }

    /// <summary>
    /// What no handler of the service recognised: the caller's mistake, or a fault of ours without its stack trace.
    /// </summary>
    private static Task WriteUnhandled(HttpContext context) =>
        context.Features.Get<IExceptionHandlerFeature>()?.Error is BadHttpRequestException bad
            ? Write(context, bad.StatusCode, bad.Message)
            : Write(context, StatusCodes.Status500InternalServerError, "An unexpected fault. The service's log has it.");

    private static Task Write(HttpContext context, int status, string? detail = null) =>
        TypedResults.Problem(detail, statusCode: status).ExecuteAsync(context);
}
