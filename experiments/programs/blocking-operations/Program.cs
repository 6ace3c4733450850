// Five ways to wait within a request, as people write them. Only the last one gives its thread back meanwhile.
// `make study NAME=blocking` sends bursts of requests to them, and docs/blocking.md has the results. A burst can stop
// this program for good, so that the study kills it after a limit.
var builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning);
var (min, max) = (builder.Configuration.GetValue<int>("MinThreads"), builder.Configuration.GetValue<int>("MaxThreads"));
// The minimum is lowered first, because the runtime refuses a maximum below it.
if (!ThreadPool.SetMinThreads(1, 1) || !ThreadPool.SetMaxThreads(max, max) || !ThreadPool.SetMinThreads(min, 1))
    throw new ArgumentException($"The runtime refuses MinThreads={min} with MaxThreads={max}.");

var app = builder.Build();
#pragma warning disable RS0030 // This program is there to show what blocking does.
app.MapGet("/sleep", (int ms) =>
{
    Thread.Sleep(ms);
    return "done";
});
app.MapGet("/delay-wait", (int ms) =>
{
    Task.Delay(ms).Wait();
    return "done";
});
app.MapGet("/result", (int ms) => WorkAsync(ms).Result);
app.MapGet("/get-result", (int ms) => WorkAsync(ms).GetAwaiter().GetResult());
#pragma warning restore RS0030
app.MapGet("/await", (int ms) => WorkAsync(ms));
app.MapGet("/health/ready", () => "Healthy");
app.Run();

static async Task<string> WorkAsync(int ms)
{
    await Task.Delay(ms);
    return "done";
}
