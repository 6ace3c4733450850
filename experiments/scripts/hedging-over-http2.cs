#:sdk Microsoft.NET.Sdk.Web
#:package Microsoft.Extensions.Http.Resilience@10.11.0
#:property ManagePackageVersionsCentrally=false
#:property PublishAot=false
// Shows that a hedge is sent as HTTP/1.1 to a server that speaks HTTP/2 without TLS, and what prevents it:
//   dotnet run experiments/scripts/hedging-over-http2.cs
using System.Net;
using Microsoft.AspNetCore.Server.Kestrel.Core;

string[] names = ["as it is", "with a handler"];
var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server =>
    server.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http2));
foreach (var name in names)
{
    var client = builder.Services.AddHttpClient(name, client =>
        (client.DefaultRequestVersion, client.DefaultVersionPolicy) =
            (HttpVersion.Version20, HttpVersionPolicy.RequestVersionExact));
    client.AddStandardHedgingHandler(); // a hedge after two seconds
    if (name is "with a handler")
        client.AddHttpMessageHandler(() => new Http2Handler());
}

await using var app = builder.Build();
app.MapGet("/", () => Task.Delay(TimeSpan.FromSeconds(4)));
await app.StartAsync();
foreach (var name in names)
{
    using var client = app.Services.GetRequiredService<IHttpClientFactory>().CreateClient(name);
    var answers = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => client.GetAsync(app.Urls.Single())));
    foreach (var alike in answers.GroupBy(answer => $"{(int)answer.StatusCode} over HTTP/{answer.Version}"))
        Console.WriteLine($"{name}: {alike.Key}, {alike.Count()} of {answers.Length}");
}

internal sealed class Http2Handler : DelegatingHandler
{
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken stop)
    {
        request.Version = HttpVersion.Version20;
        request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        return base.SendAsync(request, stop);
    }
}
