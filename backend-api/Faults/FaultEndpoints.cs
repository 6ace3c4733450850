using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using ServiceDefaults;

namespace BackendApi.Faults;

/// <summary>
/// Switches faults on and off: for all requests with PUT /faults, and for one request with the header X-Faults. Both
/// need the header X-Faults-Token, and PUT must come from the same machine.
/// </summary>
internal static class FaultEndpoints
{
    private const string TokenHeader = "X-Faults-Token";
    private const string FaultsHeader = "X-Faults";
    private const string Example = """{"errorShare": 0.1, "latencyMs": 200}""";

    /// <summary>The routes into which faults are injected. Health and metrics show the truth.</summary>
    private static readonly string[] Routes = ["/api", "/ingest"];

    public static IServiceCollection AddFaults(this IServiceCollection services, IConfiguration configuration)
    {
        services.AddOptions<FaultOptions>().BindConfiguration(FaultOptions.Section)
            .Validate(options => options.IsValid, FaultOptions.InvalidMessage).ValidateOnStart();
        if (!IsEnabled(configuration))
            return services;
        services.AddHealthChecks().AddCheck<FaultInjector>("faults");
        return services.AddSingleton<FaultInjector>();
    }

    public static WebApplication MapFaults(this WebApplication app)
    {
        if (!IsEnabled(app.Configuration))
            return app;
        app.Use(InjectAsync);
        app.MapPut("/faults", PutFaults).AddEndpointFilter(AuthorizeAsync).ExcludeFromDescription();
        app.MapGet("/faults", GetFaults).AddEndpointFilter(AuthorizeAsync).ExcludeFromDescription();
        return app;
    }

    private static bool IsEnabled(IConfiguration configuration) =>
        configuration.GetSection(FaultOptions.Section).GetValue<bool>(nameof(FaultOptions.Enabled));

    private static async Task InjectAsync(HttpContext context, RequestDelegate next)
    {
        if (!Routes.Any(route => context.Request.Path.StartsWithSegments(route)))
        {
            await next(context);
            return;
        }

        var injector = context.RequestServices.GetRequiredService<FaultInjector>();
        var (faults, error) = ReadHeader(context) ?? (injector.Active, null);
        if (error is not null)
            await TypedResults.Problem(error, statusCode: StatusCodes.Status400BadRequest).ExecuteAsync(context);
        else
            await injector.InvokeAsync(context, faults, next);
    }

    /// <summary>
    /// Returns the faults in the header of a request, or null if there are none or the token is wrong.
    /// </summary>
    private static (FaultSet Faults, string? Error)? ReadHeader(HttpContext context)
    {
        if (context.Request.Headers[FaultsHeader].ToString() is not { Length: > 0 } header || !HasToken(context))
            return null;
        try
        {
            var faults = JsonSerializer.Deserialize(header, FaultJsonContext.Default.FaultSet) ?? new();
            return (faults, faults.Validate());
        }
        catch (JsonException)
        {
            return (new(), $"The header {FaultsHeader} must be JSON such as {Example}.");
        }
    }

    private static JsonHttpResult<FaultSet> GetFaults(FaultInjector injector) =>
        TypedResults.Json(injector.Active, FaultJsonContext.Default.FaultSet);

    private static async Task<Results<Ok, ProblemHttpResult>> PutFaults(
        HttpRequest request, FaultInjector injector, CancellationToken requestAborted)
    {
        var (faults, problem) = await request.ReadJsonBodyAsync(
            FaultJsonContext.Default.FaultSet, Example, requestAborted);
        if (problem is not null)
            return problem;
        if (faults!.Validate() is { } error)
            return TypedResults.Problem(error, statusCode: StatusCodes.Status400BadRequest);
        injector.Active = faults;
        return TypedResults.Ok();
    }

    /// <summary>Hides the routes from callers on other machines, and from those without the token.</summary>
    private static ValueTask<object?> AuthorizeAsync(
        EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var context = invocation.HttpContext;
        var isLocal = context.Connection.RemoteIpAddress is { } address && IPAddress.IsLoopback(address);
        return isLocal && HasToken(context)
            ? next(invocation)
            : new(TypedResults.Problem(statusCode: StatusCodes.Status404NotFound));
    }

    private static bool HasToken(HttpContext context) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(context.Request.Headers[TokenHeader].ToString()),
        Encoding.UTF8.GetBytes(context.RequestServices.GetRequiredService<IOptions<FaultOptions>>().Value.Token));
}
