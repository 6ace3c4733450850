#:sdk Microsoft.NET.Sdk.Web
#:package Microsoft.Extensions.Http.Resilience@10.11.0
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// The gateway of act 3: it passes calls on to Backend:BaseAddress, and repeats each that fails up to three times.
using Microsoft.Extensions.Http.Resilience;
using Polly;

var builder = WebApplication.CreateBuilder(args);
// The address on which it listens is all that it logs.
builder.Logging.AddFilter((category, _) => category is "Microsoft.Hosting.Lifetime");
builder.Services
    .AddHttpClient("back-end", client => client.BaseAddress = new(builder.Configuration["Backend:BaseAddress"]!))
    // The room sees the load grow at once: it takes a quarter of a minute with the default delays.
    .AddResilienceHandler("retries", pipeline => pipeline.AddRetry(new HttpRetryStrategyOptions
    {
        BackoffType = DelayBackoffType.Constant,
        Delay = TimeSpan.FromMilliseconds(100),
        ShouldRetryAfterHeader = false,
    }));
var app = builder.Build();
app.MapGet("/{**path}", async (HttpContext context, IHttpClientFactory factory) =>
{
    using var client = factory.CreateClient("back-end");
    using var answer = await client.GetAsync(
        context.Request.Path + context.Request.QueryString, context.RequestAborted);
    context.Response.StatusCode = (int)answer.StatusCode;
    context.Response.ContentType = $"{answer.Content.Headers.ContentType}";
    await answer.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
});
app.Run();
