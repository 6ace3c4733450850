using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests;

/// <summary>The ways in which a back-end of the tests responds to a request.</summary>
internal static class Respond
{
    /// <summary>The length of an endless body: more bytes than all buffers on the way to the front-end take.</summary>
    public const long EndlessBytes = 64_000_000;

    public static RequestDelegate WithStatus(int status) => context =>
    {
        context.Response.StatusCode = status;
        return Task.CompletedTask;
    };

    public static RequestDelegate WithBody(string body, string? contentType = "application/json") => context =>
    {
        context.Response.ContentType = contentType;
        return context.Response.WriteAsync(body);
    };

    /// <summary>Responds to requests for a customer as given, and to requests for orders with the orders.</summary>
    public static RequestDelegate WithCustomer(RequestDelegate respond) => context =>
        BackendDocuments.IsOrderPath(context.Request.Path) ? BackendDocuments.SendAsync(context) : respond(context);

    /// <summary>Responds with documents in which a text is replaced.</summary>
    public static RequestDelegate WithReplaced(string text, string replacement) => context => BackendDocuments.SendAsync(
        context, BackendDocuments.Get(context.Request.Path).Replace(text, replacement, StringComparison.Ordinal));

    /// <summary>Responds to the first requests as given, and to all later ones with documents.</summary>
    public static RequestDelegate AtFirst(int requests, RequestDelegate respond)
    {
        var count = 0;
        return context => Interlocked.Increment(ref count) <= requests
            ? respond(context)
            : BackendDocuments.SendAsync(context);
    }

    /// <summary>
    /// Resets the connection. If the connection were closed in order instead, HttpClient would repeat the request, as
    /// <see cref="Backend.ResendTests"/> shows.
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

    public static Task WithHeaders(HttpContext context)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        return context.Response.Body.FlushAsync();
    }

    /// <summary>Sends a part of the body before each time limit for a part.</summary>
    public static async Task Dripping(HttpContext context)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        while (true)
        {
            await context.Response.WriteAsync(" ", context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
            await Task.Delay(TimeSpan.FromMilliseconds(20), context.RequestAborted);
        }
    }

    /// <summary>Sends a text again and again, until the connection is closed or very much has been sent.</summary>
    /// <param name="start">The text before the repeated one.</param>
    /// <param name="text">The text to repeat.</param>
    /// <param name="ended">Receives the number of bytes that were sent.</param>
    public static RequestDelegate Endlessly(string start, string text, Action<long>? ended = null) => async context =>
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        var part = string.Concat(Enumerable.Repeat(text, 100_000 / text.Length));
        var sent = 0L;
        try
        {
            await context.Response.WriteAsync(start, context.RequestAborted);
            for (; !context.RequestAborted.IsCancellationRequested && sent < EndlessBytes; sent += part.Length)
            {
                await context.Response.WriteAsync(part, context.RequestAborted);
                // Once the connection is closed, writing takes no time, and the server hears of it a little later.
                await Task.Delay(1);
            }
        }
        finally
        {
            ended?.Invoke(sent);
        }
    };

    private static async Task SendHalfAsync(HttpContext context)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        var document = BackendDocuments.Encode(context, BackendDocuments.GetCustomer(1));
        await context.Response.Body.WriteAsync(document.AsMemory(0, 50));
        await context.Response.Body.FlushAsync();
    }
}
