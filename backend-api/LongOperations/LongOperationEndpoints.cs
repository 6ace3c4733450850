using Microsoft.AspNetCore.Http.HttpResults;
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

    public static IEndpointRouteBuilder MapLongOperations(this IEndpointRouteBuilder app)
    {
        var operations = app.MapGroup("/api/long-operation").WithTags("Long operation").WithQueryFlags(OperationFlags);
        operations.MapGet("/sync", WaitBlocking)
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

    /// <param name="Ms">The duration of the operation, in milliseconds.</param>
    private sealed record LongOperation(int Ms);
}
