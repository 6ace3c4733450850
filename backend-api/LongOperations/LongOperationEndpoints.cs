using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Security.Cryptography;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http.HttpResults;

namespace BackendApi.LongOperations;

/// <summary>
/// The endpoints of a slow operation that computes and waits: one endpoint does both on the thread of the request, the
/// other one holds no thread while it waits. Sedlaczek, 2014, compared the two ways (claims D in docs/claims.md).
/// </summary>
internal static class LongOperationEndpoints
{
    public static void MapLongOperations(this IEndpointRouteBuilder app)
    {
        var operations = app.MapGroup("/api/long-operation").WithTags("Long operation")
            .AddEndpointFilter(CheckRangesAsync).ProducesValidationProblem();
        operations.MapGet("/sync", WaitBlocking).WithName("WaitBlocking")
            .WithSummary("Waits with Thread.Sleep, which blocks a thread. Goes on if the client disconnects.");
        operations.MapGet("/async", WaitAsync).WithName("WaitAsync")
            .WithSummary("Waits with Task.Delay, which blocks no thread. Ends early if the client disconnects.");
    }

    private static Ok<LongOperation> WaitBlocking([AsParameters] OperationFlags flags)
    {
        var hash = ComputeHash(flags.Hashes);
        Thread.Sleep(flags.Ms);
        return TypedResults.Ok(new LongOperation(flags.Ms, hash));
    }

    private static async Task<Ok<LongOperation>> WaitAsync(
        [AsParameters] OperationFlags flags, TimeProvider time, CancellationToken requestAborted)
    {
        var hash = flags.Hashes is 0 ? null : await Task.Run(() => ComputeHash(flags.Hashes), requestAborted);
        await Task.Delay(TimeSpan.FromMilliseconds(flags.Ms), time, requestAborted);
        return TypedResults.Ok(new LongOperation(flags.Ms, hash));
    }

    private static ValueTask<object?> CheckRangesAsync(
        EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var errors = new List<ValidationResult>();
        var flags = invocation.GetArgument<OperationFlags>(0);
        return Validator.TryValidateObject(flags, new(flags), errors, validateAllProperties: true)
            ? next(invocation)
            : new(TypedResults.ValidationProblem(errors.ToDictionary(
                error => error.MemberNames.First().ToLowerInvariant(), error => new[] { error.ErrorMessage! })));
    }

    private static string? ComputeHash(int iterations) => iterations is 0 ? null : Convert.ToHexStringLower(
        Rfc2898DeriveBytes.Pbkdf2("password"u8, "salt"u8, iterations, HashAlgorithmName.SHA256, 32));
}

internal sealed record OperationFlags(
    [property: Range(0, 60_000, ErrorMessage = "Valid values: {1} to {2}.")]
    [property: Description("The time for which the operation waits, in milliseconds.")] int Ms = 2_000,
    [property: Range(0, 100_000, ErrorMessage = "Valid values: {1} to {2}.")]
    [property: Description("The iterations of a hash (PBKDF2, SHA-256) to compute first.")] int Hashes = 0);

internal sealed record LongOperation(
    int Ms, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Hash);
