using System.Diagnostics.Metrics;
using System.Globalization;

namespace BackendApi.Deadlines;

/// <summary>
/// Does not begin work whose caller has stopped waiting: a request says with the header Request-Timeout-Ms how many
/// milliseconds its caller still waits, counted from the arrival of the request. Work that has begun is completed.
/// </summary>
internal static class SpentDeadlines
{
    private const string Header = "Request-Timeout-Ms";

    /// <summary>Notes when requests arrive. Call this method before anything in which requests can wait.</summary>
    public static void UseArrivalTimes(this WebApplication app)
    {
        var time = app.Services.GetRequiredService<TimeProvider>();
        app.Use((context, next) =>
        {
            if (context.Request.Headers.ContainsKey(Header))
                context.Features.Set(new Arrival(time.GetTimestamp()));
            return next(context);
        });
    }

    /// <summary>Answers requests whose deadline is spent with 504. Call this method before the routes.</summary>
    public static void RejectSpentDeadlines(this WebApplication app)
    {
        var time = app.Services.GetRequiredService<TimeProvider>();
        var rejected = 0L;
        app.Services.GetRequiredService<IMeterFactory>().Create("BackendApi").CreateObservableCounter(
            "deadline.spent", () => Interlocked.Read(ref rejected), "{request}",
            "Requests that were not begun, because their callers had stopped waiting.");
        app.Use((context, next) =>
        {
            if (context.Features.Get<Arrival>() is not { } arrival || !IsSpent(context, arrival, time))
                return next(context);
            Interlocked.Increment(ref rejected);
            return TypedResults.Problem(
                $"The milliseconds in the header {Header} passed before the work began.",
                statusCode: StatusCodes.Status504GatewayTimeout).ExecuteAsync(context);
        });
    }

    // A value that is no number says nothing, and limits nothing.
    private static bool IsSpent(HttpContext context, Arrival arrival, TimeProvider time) =>
        long.TryParse(
            context.Request.Headers[Header].ToString(), NumberStyles.None, CultureInfo.InvariantCulture,
            out var milliseconds)
        && time.GetElapsedTime(arrival.Timestamp).TotalMilliseconds >= milliseconds;

    private sealed record Arrival(long Timestamp);
}
