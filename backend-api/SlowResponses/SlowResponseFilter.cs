using Microsoft.Extensions.Options;

namespace BackendApi.SlowResponses;

internal static class SlowResponseFilter
{
    public static IServiceCollection AddSlowResponses(this IServiceCollection services)
    {
        services.AddOptions<SlowResponseOptions>()
            .BindConfiguration(SlowResponseOptions.FormerSectionName)
            .BindConfiguration(SlowResponseOptions.Section)
            .ValidateDataAnnotations()
            .ValidateOnStart();
        return services;
    }

    /// <summary>
    /// Slows down the responses of a group of routes according to <see cref="SlowResponseOptions"/>. Adds no filter if
    /// the options delay nothing, because every measurement of the routes would include the cost of the filter.
    /// </summary>
    public static RouteGroupBuilder WithSlowResponses(this RouteGroupBuilder routes)
    {
        var responses = 0L;
        return routes.AddEndpointFilterFactory((route, next) =>
        {
            var options = route.ApplicationServices.GetRequiredService<IOptions<SlowResponseOptions>>().Value;
            var time = route.ApplicationServices.GetRequiredService<TimeProvider>();
            return !options.IsEnabled ? next : async invocation =>
            {
                var response = await next(invocation);
                return response is IResult result && IsNextSlow(options.Share)
                    ? new SlowResponse(result, options, time)
                    : response;
            };
        });

        bool IsNextSlow(double share)
        {
            var number = Interlocked.Increment(ref responses);
            return Math.Floor(number * share) > Math.Floor((number - 1) * share);
        }
    }
}

/// <summary>A result that sends another result late or in pieces. Stops when the client disconnects.</summary>
internal sealed class SlowResponse(IResult result, SlowResponseOptions options, TimeProvider time) : IResult
{
    private const int PiecesPerSecond = 20;

    public async Task ExecuteAsync(HttpContext context)
    {
        var (body, requestAborted) = (context.Response.Body, context.RequestAborted);
        var document = await BufferAsync(context, () => result.ExecuteAsync(context));
        await Task.Delay(options.BeforeHeaders, time, requestAborted);
        await body.FlushAsync(requestAborted);
        await Task.Delay(options.BeforeBody, time, requestAborted);
        await SendAsync(document, body, options.BytesPerSecond, time, requestAborted);
    }

    /// <summary>Returns the body that a delegate writes to the response, without sending it.</summary>
    public static async Task<Memory<byte>> BufferAsync(HttpContext context, Func<Task> write)
    {
        var body = context.Response.Body;
        using var buffer = new MemoryStream();
        context.Response.Body = buffer;
        try
        {
            await write();
        }
        finally
        {
            context.Response.Body = body;
        }

        return buffer.GetBuffer().AsMemory(0, (int)buffer.Length);
    }

    /// <summary>Sends a body in pieces. A limit of null sends it at once.</summary>
    public static async Task SendAsync(
        Memory<byte> document, Stream body, int? limit, TimeProvider time, CancellationToken requestAborted)
    {
        var bytesPerSecond = limit ?? int.MaxValue;
        var pieceSize = Math.Max(1, bytesPerSecond / PiecesPerSecond);
        while (!document.IsEmpty)
        {
            var sent = Math.Min(pieceSize, document.Length);
            await body.WriteAsync(document[..sent], requestAborted);
            await body.FlushAsync(requestAborted);
            document = document[sent..];
            if (!document.IsEmpty)
                await Task.Delay(TimeSpan.FromSeconds((double)sent / bytesPerSecond), time, requestAborted);
        }
    }
}
