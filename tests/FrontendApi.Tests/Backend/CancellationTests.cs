using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace FrontendApi.Tests.Backend;

public sealed class CancellationTests
{
    [Theory]
    [MemberData(nameof(Catalog.HttpClientStrategies), MemberType = typeof(Catalog))]
    public async Task Caller_Leaves_CancelsTheCallOfAnHttpClientStrategy(string strategy)
    {
        var asked = new TaskCompletionSource();
        var left = new TaskCompletionSource();
        await using var backend = await StubBackend.HoldingAsync(asked, left);
        await using var frontend = new Frontend(backend.Address);

        await LeaveAfter(asked.Task, frontend, strategy);

        await left.Task.WaitAsync(TestContext.Current.CancellationToken);
        backend.Requests.Count.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(Catalog.WebClientStrategies), MemberType = typeof(Catalog))]
    public async Task Caller_Leaves_DoesNotReachTheCallOfAWebClientStrategy(string strategy)
    {
        var asked = new TaskCompletionSource();
        var frontendKnows = new TaskCompletionSource();
        var backendSawIt = new TaskCompletionSource<bool>();
        var watch = new CallerWatch(frontendKnows.SetResult);
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            asked.SetResult();
            await frontendKnows.Task;
            await Documents.Send(context);
            backendSawIt.SetResult(context.RequestAborted.IsCancellationRequested);
        });
        await using var frontend = new Frontend(backend.Address)
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(watch),
        };

        await LeaveAfter(asked.Task, frontend, strategy);

        (await backendSawIt.Task.WaitAsync(TestContext.Current.CancellationToken)).ShouldBeFalse("it ran to its end");
    }

    private static async Task LeaveAfter(Task asked, Frontend frontend, string strategy)
    {
        using var client = frontend.Client();
        using var leave = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var answer = client.GetAsync($"/api/customer/1?strategy={strategy}", leave.Token);
        await asked.WaitAsync(TestContext.Current.CancellationToken);
        await leave.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => answer);
    }

    /// <summary>Tells when the front-end has noticed that its caller left.</summary>
    private sealed class CallerWatch(Action left) : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, rest) =>
            {
                context.RequestAborted.Register(left);
                return rest(context);
            });
            next(app);
        };
    }
}
