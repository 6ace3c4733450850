using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace BackendApi.Tests.LongOperations;

public sealed class LongOperationTests
{
    private static readonly string[] Kinds = ["sync", "async"];

    public static TheoryData<string> Operations => [.. Kinds];

    public static TheoryData<string, string> BadFlags
    {
        get
        {
            var cases = new MatrixTheoryData<string, string>(Kinds, ["-1", "60001", "2s", "", "1.5", "99999999999"]);
            return new(cases.Select(each => each.Data));
        }
    }

    [Theory]
    [MemberData(nameof(Operations))]
    public async Task Operation_ToItsEnd_SaysHowLongItTook(string kind)
    {
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"));

        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?ms=1");

        status.ShouldBe(200, body);
        JsonElement.Parse(body).GetProperty("ms").GetInt32().ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(BadFlags))]
    public async Task Operation_OfNoUsableTime_Is400ThatSaysTheBounds(string kind, string ms)
    {
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"));

        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?ms={ms}");

        status.ShouldBe(400, body);
        JsonElement.Parse(body).GetProperty("errors").GetProperty("ms")[0].GetString()
            .ShouldBe($"'{ms}' is not a whole number of milliseconds from 0 to 60000.");
    }

    [Theory]
    [MemberData(nameof(Operations))]
    public async Task Operation_WithAMisspeltFlag_Is400(string kind)
    {
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"));

        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?sm=1");

        status.ShouldBe(400, body);
        body.ShouldContain("'sm' is no flag. Flags: ms.");
    }

    [Fact]
    public async Task AsyncOperation_CallerLeaves_Ends() =>
        (await EndOf("/api/long-operation/async?ms=60000")).ShouldBe(StatusCodes.Status499ClientClosedRequest);

    /// <summary>Nothing ends a Thread.Sleep: the thread is held to the end, for nobody.</summary>
    [Fact]
    public async Task SyncOperation_CallerLeaves_RunsToItsEnd() =>
        (await EndOf("/api/long-operation/sync?ms=1000")).ShouldBe(StatusCodes.Status200OK);

    [Fact]
    public async Task OpenApi_OfTheOperations_HasTheFlagAndItsBounds()
    {
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"));

        var document = JsonElement.Parse((await backend.GetAsync("/openapi/v1.json")).Body);

        foreach (var kind in Kinds)
        {
            var ms = document.GetProperty("paths").GetProperty($"/api/long-operation/{kind}").GetProperty("get")
                .GetProperty("parameters").EnumerateArray().ShouldHaveSingleItem();
            ms.GetProperty("name").GetString().ShouldBe("ms");
            ms.GetProperty("schema").GetProperty("maximum").GetInt32().ShouldBe(60_000);
            ms.GetProperty("schema").GetProperty("default").GetInt32().ShouldBe(2_000);
        }
    }

    /// <summary>The status of the answer that nobody waits for any more, where the back-end has noticed that before.</summary>
    private static async Task<int> EndOf(string path)
    {
        var watch = new Watch();
        await using var backend = new ServiceFactory<BackendApiMarker>(("Data:Customers", "1"))
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(watch),
        };
        using var client = backend.Client();
        using var leave = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var answer = client.GetAsync(path, leave.Token);
        await watch.Begun.WaitAsync(TestContext.Current.CancellationToken);

        await leave.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => answer);
        await watch.Left.WaitAsync(TestContext.Current.CancellationToken);
        return await watch.Ended.WaitAsync(TestContext.Current.CancellationToken);
    }

    private sealed class Watch : IStartupFilter
    {
        private readonly TaskCompletionSource _begun = new();
        private readonly TaskCompletionSource _left = new();
        private readonly TaskCompletionSource<int> _ended = new();

        public Task Begun => _begun.Task;

        public Task Left => _left.Task;

        public Task<int> Ended => _ended.Task;

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use(async (context, rest) =>
            {
                context.RequestAborted.Register(() => _left.TrySetResult());
                _begun.TrySetResult();
                await rest(context);
                _ended.TrySetResult(context.Response.StatusCode);
            });
            next(app);
        };
    }
}
