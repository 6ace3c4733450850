using Microsoft.AspNetCore.Http.HttpResults;

namespace BackendApi.LongOperations;

/// <summary>One wait, made twice: blocking a thread or not. From Sedlaczek, 2014 (D).</summary>
internal static class LongOperationEndpoints
{
    public static void MapLongOperations(this IEndpointRouteBuilder app)
    {
        var operations = app.MapGroup("/api/long-operation")
            .WithTags("Long operation")
            .AddOpenApiOperationTransformer(OperationTime.Describe);

        operations.MapGet("/sync", Block)
            .WithSummary("Waits with Thread.Sleep, which holds a thread of the pool. A caller who leaves ends nothing");
        operations.MapGet("/async", WaitAsync)
            .WithSummary("Waits with Task.Delay, which holds none. A caller who leaves ends it");
    }

    private static Results<Ok<LongOperation>, ValidationProblem> Block(HttpRequest request)
    {
        if (OperationTime.Of(request.Query, out var mistakes) is not { } time)
            return Refused(mistakes);
        Thread.Sleep(time);
        return TypedResults.Ok(LongOperation.Of(time));
    }

    private static async Task<Results<Ok<LongOperation>, ValidationProblem>> WaitAsync(
        HttpRequest request, TimeProvider clock, CancellationToken cancellationToken)
    {
        if (OperationTime.Of(request.Query, out var mistakes) is not { } time)
            return Refused(mistakes);
        await Task.Delay(time, clock, cancellationToken);
        return TypedResults.Ok(LongOperation.Of(time));
    }

    private static ValidationProblem Refused(Dictionary<string, string[]> mistakes) =>
        TypedResults.ValidationProblem(mistakes, title: "Bad flag");
}
