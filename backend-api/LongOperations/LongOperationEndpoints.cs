using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using ServiceDefaults;
using ServiceDefaults.QueryFlags;

namespace BackendApi.LongOperations;

/// <summary>
/// The endpoints of a slow operation that waits: one endpoint blocks a thread while it waits, the other one does not.
/// Sedlaczek, 2014, compared the two ways to wait (claims D in docs/claims.md).
/// </summary>
internal static class LongOperationEndpoints
{
    private static readonly IntegerFlag DurationFlag =
        new("ms", "The duration of the operation, in milliseconds.", min: 0, max: 60_000, fallback: 2_000);

    private static readonly IReadOnlyList<QueryFlag> OperationFlags = [DurationFlag];

    private const string BlockingPolicy = "blocking-operations";

    public static IServiceCollection AddLongOperations(this IServiceCollection services)
    {
        services.AddOptions<LongOperationOptions>().BindConfiguration(LongOperationOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();
        return services.AddConcurrencyLimit(BlockingPolicy, provider =>
            provider.GetRequiredService<IOptions<LongOperationOptions>>().Value.MaxBlocking);
    }

    public static IEndpointRouteBuilder MapLongOperations(this IEndpointRouteBuilder app)
    {
        var operations = app.MapGroup("/api/long-operation").WithTags("Long operation").WithQueryFlags(OperationFlags);
        operations.MapGet("/sync", WaitBlocking)
            .RequireRateLimiting(BlockingPolicy)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .WithName("WaitBlocking")
            .WithSummary("Waits with Thread.Sleep, which blocks a thread. Goes on if the client disconnects.");
        operations.MapGet("/async", WaitAsync)
            .WithName("WaitAsync")
            .WithSummary("Waits with Task.Delay, which blocks no thread. Ends early if the client disconnects.");
        return app;
    }

    private static Results<Ok<LongOperation>, ValidationProblem> WaitBlocking(HttpContext context)
    {
        var binder = new QueryFlagBinder(context, OperationFlags);
        var milliseconds = binder.Get(DurationFlag);
        if (!binder.IsValid)
            return binder.ToValidationProblem();

        Thread.Sleep(milliseconds);
        return TypedResults.Ok(new LongOperation(milliseconds));
    }

    private static async Task<Results<Ok<LongOperation>, ValidationProblem>> WaitAsync(
        HttpContext context, TimeProvider time, CancellationToken requestAborted)
    {
        var binder = new QueryFlagBinder(context, OperationFlags);
        var milliseconds = binder.Get(DurationFlag);
        if (!binder.IsValid)
            return binder.ToValidationProblem();

        await Task.Delay(TimeSpan.FromMilliseconds(milliseconds), time, requestAborted);
        return TypedResults.Ok(new LongOperation(milliseconds));
    }

    /// <summary>The settings of long operations. Configuration section <c>LongOperations</c>.</summary>
    private sealed class LongOperationOptions
    {
        public const string Section = "LongOperations";

        /// <summary>
        /// The number of operations that may block a thread at the same time. Further ones are rejected with 503,
        /// because nothing ends a blocked thread, and a few hundred of them would silence the service for minutes. From
        /// 1 to 100,000; the default is 10.
        /// </summary>
        [Range(1, 100_000, ErrorMessage = "Set LongOperations:MaxBlocking to a number between {1} and {2}.")]
        public int MaxBlocking { get; init; } = 10;
    }

    /// <param name="Ms">The duration of the operation, in milliseconds.</param>
    private sealed record LongOperation(int Ms);
}
