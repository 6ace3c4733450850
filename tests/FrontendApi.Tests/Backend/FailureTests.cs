using FrontendApi.Customers.Strategies;
using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests.Backend;

/// <summary>Whatever the back-end does, every strategy gives the caller the same, right problem.</summary>
public sealed class FailureTests
{
    private static readonly Dictionary<string, (RequestDelegate Answer, int Status, string Title)> Failures = new()
    {
        ["answers 500"] = (Status(500), 502, "The back-end failed"),
        ["answers 403"] = (Status(403), 502, "The back-end failed"),
        ["redirects nowhere"] = (Status(304), 502, "The back-end failed"),
        ["has no such customer"] = (Status(404), 404, "Unknown customer"),
        ["sends no JSON"] = (Send("application/json", "}{ nonsense"), 502, "The back-end answered nonsense"),
        ["sends nothing"] = (Send("application/json", ""), 502, "The back-end answered nonsense"),
        ["sends null"] = (Send("application/json", "null"), 502, "The back-end answered nonsense"),
        ["sends an empty object"] = (Send("application/json", "{}"), 502, "The back-end answered nonsense"),
        ["sends an array"] = (Send("application/json", "[1]"), 502, "The back-end answered nonsense"),
        ["sends half a document"] = (Send("application/json", Documents.Customer(1)[..200]), 502, "The back-end answered nonsense"),
        ["sends a web page"] = (Send("text/html", "<html>It works!</html>"), 502, "The back-end answered nonsense"),
        ["sends an unknown charset"] = (Send("application/json; charset=nonsense", "{"), 502, "The back-end answered nonsense"),
        ["cuts before the headers"] = (Cut, 502, "The back-end cannot be reached"),
        ["cuts within the body"] = (CutWithinBody, 502, "The back-end cannot be reached"),
        ["never answers"] = (Stall, 504, "The back-end was too slow"),
        ["never ends its body"] = (StallWithinBody, 504, "The back-end was too slow"),
    };

    public static TheoryData<string, string> Matrix
    {
        get
        {
            var cases = new MatrixTheoryData<string, string>(StrategyCatalog.Names, Failures.Keys);
            return new(cases.Select(each => each.Data));
        }
    }

    [Theory]
    [MemberData(nameof(Matrix))]
    public async Task Backend_Fails_IsTheRightProblem(string strategy, string failure)
    {
        var (answer, status, title) = Failures[failure];
        await using var backend = await StubBackend.StartAsync(answer);
        // Short where the timeout is awaited alone: elsewhere a busy machine would run into it.
        await using var frontend = new Frontend(backend.Address, ("Backend:Timeout", status is 504 ? "00:00:00.4" : "00:01:00"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", status);

        problem.GetProperty("title").GetString().ShouldBe(title, problem.GetRawText());
    }

    [Theory]
    [MemberData(nameof(Catalog.Strategies), MemberType = typeof(Catalog))]
    public async Task Backend_Down_IsA502(string strategy)
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString().ShouldBe("The back-end cannot be reached");
    }

    [Theory]
    [MemberData(nameof(Catalog.Strategies), MemberType = typeof(Catalog))]
    public async Task Backend_HasTheCustomerButNotItsOrder_IsA502(string strategy)
    {
        await using var backend = await StubBackend.StartAsync(context =>
            context.Request.Path.Value!.Contains("/order/") ? Status(404)(context) : Documents.Send(context));
        await using var frontend = new Frontend(backend.Address);

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);
    }

    [Theory]
    [InlineData("sequential")]
    [InlineData("parallel")]
    public async Task Order_Fails_IsTheRequestsFailure(string fanOut)
    {
        await using var backend = await StubBackend.StartAsync(context =>
            context.Request.Path.Value!.EndsWith("12", StringComparison.Ordinal) ? Cut(context) : Documents.Send(context));
        await using var frontend = new Frontend(backend.Address);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?fanout={fanOut}", 502);

        problem.GetProperty("detail").GetString()!.ShouldContain("/api/customer/1/order/12");
    }

    [Theory]
    [InlineData("/api/customer/nobody", 404)]
    [InlineData("/nowhere", 404)]
    public async Task Route_Unknown_IsAProblem(string path, int status)
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        await frontend.GetProblemAsync(path, status);
    }

    private static RequestDelegate Status(int status) => context =>
    {
        context.Response.StatusCode = status;
        return Task.CompletedTask;
    };

    private static RequestDelegate Send(string contentType, string body) => context =>
    {
        context.Response.ContentType = contentType;
        return context.Response.WriteAsync(body);
    };

    /// <summary>With a reset: a connection that is closed in order is another matter, see ResendTests.</summary>
    private static Task Cut(HttpContext context)
    {
        context.Abort();
        return Task.CompletedTask;
    }

    private static async Task CutWithinBody(HttpContext context)
    {
        await SendHalf(context);
        context.Abort();
    }

    private static Task Stall(HttpContext context) => Task.Delay(Timeout.Infinite, context.RequestAborted);

    private static async Task StallWithinBody(HttpContext context)
    {
        await SendHalf(context);
        await Stall(context);
    }

    private static async Task SendHalf(HttpContext context)
    {
        context.Response.ContentType = "application/json";
        await context.Response.WriteAsync(Documents.Customer(1)[..100]);
        await context.Response.Body.FlushAsync();
    }
}
