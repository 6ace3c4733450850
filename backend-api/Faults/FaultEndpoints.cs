using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using ServiceDefaults;

namespace BackendApi.Faults;

/// <summary>Switches faults on and off with PUT /faults, which needs the header X-Faults-Token.</summary>
internal static class FaultEndpoints
{
    private const string TokenHeader = "X-Faults-Token";

    private const string Example = """{"errorShare": 0.1, "latencyMs": 200}""";

    /// <summary>Without a token and without faults from the start, requests do not pass this feature at all.</summary>
    public static void MapFaults(this WebApplication app)
    {
        var options = app.Services.GetRequiredService<IOptions<FaultOptions>>().Value;
        if (options.Token.Length > 0 || options.Active.Names.Any())
        {
            var injector = app.Services.GetRequiredService<FaultInjector>();
            app.UseWhen(CanFail, requests => requests.Use(injector.InvokeAsync));
        }

        if (options.Token.Length is 0)
            return;
        var faults = app.MapGroup("/faults").AddEndpointFilter(AuthorizeAsync).ExcludeFromDescription()
            .ServeAtManagementPort();
        faults.MapPut("", PutFaults);
        faults.MapGet("", GetFaults);
    }

    public static void AddFaults(this IServiceCollection services)
    {
        services.AddSettings<FaultOptions>("Faults")
            .Validate(faults => faults.Active.Validate() is null,
                "Set Faults:Active:* to valid faults: docs/reference.md.");
        services.AddSingleton<FaultInjector>();
    }

    // Health and metrics show the truth.
    private static bool CanFail(HttpContext context) =>
        context.Request.Path.StartsWithSegments("/api") || context.Request.Path.StartsWithSegments("/ingest")
        || context.Request.ContentType is "application/grpc";

    private static JsonHttpResult<FaultSet> GetFaults(FaultInjector injector) =>
        TypedResults.Json(injector.Active, FaultJsonContext.Default.FaultSet);

    private static async Task<Results<Ok, ProblemHttpResult>> PutFaults(
        HttpRequest request, FaultInjector injector, CancellationToken requestAborted)
    {
        var (faults, _, problem) = await request.ReadJsonAsync(
            FaultJsonContext.Default.FaultSet, Example, requestAborted);
        if (problem is not null)
            return problem;
        if (faults!.Validate() is { } error)
            return TypedResults.Problem(error, statusCode: 400);
        injector.Active = faults;
        return TypedResults.Ok();
    }

    private static ValueTask<object?> AuthorizeAsync(
        EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var context = invocation.HttpContext;
        var token = context.RequestServices.GetRequiredService<IOptions<FaultOptions>>().Value.Token;
        return CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(context.Request.Headers[TokenHeader].ToString()), Encoding.UTF8.GetBytes(token))
            ? next(invocation)
            : new(TypedResults.Problem(
                $"Send the value of the setting Faults:Token in the header {TokenHeader}.", statusCode: 401));
    }
}
