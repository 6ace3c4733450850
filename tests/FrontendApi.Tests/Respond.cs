namespace FrontendApi.Tests;

internal static class Respond
{
    public static RequestDelegate WithStatus(int status) => context =>
    {
        context.Response.StatusCode = status;
        return Task.CompletedTask;
    };

    public static RequestDelegate WithBody(string body, string? contentType = "application/json") => context =>
    {
        context.Response.ContentType = contentType;
        context.Response.ContentLength = Encoding.UTF8.GetByteCount(body);
        return context.Response.WriteAsync(body);
    };

    public static RequestDelegate WithCustomer(RequestDelegate respond) => context =>
        BackendDocuments.IsOrderPath(context.Request.Path) ? BackendDocuments.SendAsync(context) : respond(context);

    public static RequestDelegate WithOrders(RequestDelegate respond) => context =>
        BackendDocuments.IsOrderPath(context.Request.Path) ? respond(context) : BackendDocuments.SendAsync(context);

    public static RequestDelegate WithReplaced(string text, string replacement) => context =>
        BackendDocuments.SendAsync(context, BackendDocuments.Get(context.Request.Path).Replace(text, replacement));

    /// <summary>Responds to the first requests as given, and to all later ones with documents.</summary>
    public static RequestDelegate AtFirst(RequestDelegate respond, int requests = 1)
    {
        var count = 0;
        return context => Interlocked.Increment(ref count) <= requests
            ? respond(context)
            : BackendDocuments.SendAsync(context);
    }

    /// <summary>Signals that the request has arrived, and responds when the caller has disconnected.</summary>
    public static RequestDelegate AfterDisconnect(TaskCompletionSource received, TaskCompletionSource disconnected) =>
        async context =>
        {
            context.RequestAborted.Register(disconnected.SetResult);
            received.SetResult();
            await disconnected.Task;
        };

    /// <summary>
    /// Resets the connection. If the connection were closed in order instead, SocketsHttpHandler would repeat a GET.
    /// </summary>
    public static Task WithReset(HttpContext context)
    {
        context.Abort();
        return Task.CompletedTask;
    }

    public static async Task WithResetInBody(HttpContext context)
    {
        await SendHalfAsync(context);
        context.Abort();
    }

    public static Task Never(HttpContext context) => Task.Delay(Timeout.Infinite, context.RequestAborted);

    public static async Task WithHalf(HttpContext context)
    {
        await SendHalfAsync(context);
        await Never(context);
    }

    /// <summary>Sends a part of the body before each time limit for a part.</summary>
    public static async Task Dripping(HttpContext context)
    {
        while (true)
        {
            await context.Response.WriteAsync(" ", context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
            await Task.Delay(TimeSpan.FromMilliseconds(20), context.RequestAborted);
        }
    }

    public static RequestDelegate Endlessly(string start, string text, int status = 200) => async context =>
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json";
        await context.Response.WriteAsync(start, context.RequestAborted);
        while (!context.RequestAborted.IsCancellationRequested)
        {
            await context.Response.WriteAsync(
                string.Concat(Enumerable.Repeat(text, 100_000 / text.Length)), context.RequestAborted);
            // Once the connection is closed, writing takes no time, and the server hears of it a little later.
            await Task.Delay(1);
        }
    };

    private static async Task SendHalfAsync(HttpContext context)
    {
        await context.Response.WriteAsync(BackendDocuments.GetCustomer(1)[..50]);
        await context.Response.Body.FlushAsync();
    }
}
