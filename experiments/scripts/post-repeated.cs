#:sdk Microsoft.NET.Sdk.Web
#:package Microsoft.Extensions.Http.Resilience@10.11.0
#:property ManagePackageVersionsCentrally=false
#:property PublishAot=false
// How often a back-end executes a payload that the standard resilience handler sends (row Q26):
//   dotnet run -c Release experiments/scripts/post-repeated.cs
using System.Collections.Concurrent;
using System.Net;
using System.Text.Json;
using Microsoft.Extensions.Http.Resilience;

const int Payloads = 5;
string[] clients = ["defaults", "disabled"];
string[] backEnds = ["slow", "failing"];
var executions = new ConcurrentDictionary<string, int>();
var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server => server.Listen(IPAddress.Loopback, 0));
builder.Services.AddHttpClient("defaults").AddStandardResilienceHandler();
builder.Services.AddHttpClient("disabled")
    .AddStandardResilienceHandler(options => options.Retry.DisableForUnsafeHttpMethods());
await using var app = builder.Build();
app.MapPost("/{client}/{backEnd}/{id}", async (HttpRequest request) =>
{
    using var reader = new StreamReader(request.Body);
    var payload = await reader.ReadToEndAsync();
    executions.AddOrUpdate(payload, 1, (_, before) => before + 1);
    if (payload.Contains("slow", StringComparison.Ordinal))
        await Task.Delay(TimeSpan.FromSeconds(12));
    return Results.StatusCode(payload.Contains("slow", StringComparison.Ordinal) ? 200 : 500);
});
await app.StartAsync();
var factory = app.Services.GetRequiredService<IHttpClientFactory>();
var names = clients.SelectMany(client => backEnds.SelectMany(backEnd =>
    Enumerable.Range(1, Payloads).Select(id => $"/{client}/{backEnd}/{id}")));
var good = (await Task.WhenAll(names.Select(SendAsync))).Count(isGood => isGood);
int[] slow = Count("defaults", "slow"), failing = Count("defaults", "failing");
int[] slowDisabled = Count("disabled", "slow"), failingDisabled = Count("disabled", "failing");
Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new Dictionary<string, double>(),
    counts = new Dictionary<string, int>
    {
        ["repeated"] = slow.Concat(failing).Count(times => times > 1),
        ["payloads"] = 2 * Payloads,
        ["executions_slow"] = slow.Sum(),
        ["executions_failing"] = failing.Sum(),
        ["repeated_disabled"] = slowDisabled.Concat(failingDisabled).Count(times => times > 1),
    },
    figures = $"with the defaults, {Payloads} payloads that took 12 s were executed {slow.Sum()} times, and {Payloads} "
        + $"that were answered with 500 {failing.Sum()} times; with DisableForUnsafeHttpMethods {slowDisabled.Sum()} "
        + $"and {failingDisabled.Sum()} times; {good} of all {4 * Payloads} calls succeeded",
}));

int[] Count(string client, string backEnd) =>
    [.. Enumerable.Range(1, Payloads).Select(id => executions.GetValueOrDefault($"/{client}/{backEnd}/{id}"))];

async Task<bool> SendAsync(string name)
{
    try
    {
        using var client = factory.CreateClient(name.Split('/')[1]);
        using var answer = await client.PostAsync(app.Urls.Single() + name, new StringContent(name));
        return answer.IsSuccessStatusCode;
    }
    catch (Exception e) when (e is Polly.Timeout.TimeoutRejectedException or OperationCanceledException)
    {
        return false;
    }
}
