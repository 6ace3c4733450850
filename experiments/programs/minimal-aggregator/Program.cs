// This program shows what the front-end's features cost: it gives the same response without flags, metrics and problem
// details, in the simplest code. `make overhead` compares the front-end with this program. Rows of questions.md
// build it for other versions of .NET too.
using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using System.Text.Json.Serialization;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning);
builder.Services.ConfigureHttpJsonOptions(
    json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, AggregatorJsonContext.Default));
var address = new Uri(builder.Configuration["Backend:BaseAddress"]!);
// Questions need another client: one of the factory (--Client=factory, or factory-without-loggers).
if (builder.Configuration["Client"] is { } kind)
{
    // The loggers of the factory write nothing at this level.
    builder.Logging.AddFilter("System.Net.Http.HttpClient", LogLevel.Warning);
    var factory = builder.Services.AddHttpClient("back-end", client => client.BaseAddress = address);
    if (kind is "factory-without-loggers")
        factory.RemoveAllLoggers();
    builder.Services.AddTransient(
        services => services.GetRequiredService<IHttpClientFactory>().CreateClient("back-end"));
}
else
{
    builder.Services.AddSingleton(new HttpClient { BaseAddress = address });
}

// The study of the load tool's own comparisons plants differences.
var planted = builder.Configuration.GetSection("Planted");
var (microseconds, bytes, calls) = (
    planted.GetValue<double>("Microseconds"), planted.GetValue<int>("Bytes"), planted.GetValue<int>("Calls"));

var app = builder.Build();
app.MapGet("/api/customer/{id:int}", async (int id, HttpClient backend, CancellationToken cancellationToken) =>
{
    Plant(microseconds, bytes);
    for (var call = 0; call < calls; call++)
    {
        await backend.GetFromJsonAsync(
            $"/api/customer/{id}", AggregatorJsonContext.Default.Customer, cancellationToken);
    }

    var customer = await backend.GetFromJsonAsync(
        $"/api/customer/{id}", AggregatorJsonContext.Default.Customer, cancellationToken);
    var orders = new List<Order>();
    foreach (var orderId in customer!.OrderIds)
    {
        var path = $"/api/customer/{id}/order/{orderId}";
        orders.Add((await backend.GetFromJsonAsync(path, AggregatorJsonContext.Default.Order, cancellationToken))!);
    }

    return new CustomerAggregate(customer.Id, customer.Name, customer.Email, customer.Phone, customer.Address,
        customer.RegisteredAt, customer.Notes, orders);
});
app.MapGet("/health/ready", () => "Healthy");
// The load tool reads the CPU time of the process from the /metrics endpoint. Serving a customer updates no metric.
app.MapGet("/metrics", () => string.Create(CultureInfo.InvariantCulture, $"""
    dotnet_process_cpu_time_seconds_total {CpuTime.Read().TotalSeconds}
    dotnet_jit_compilation_time_seconds_total {JitInfo.GetCompilationTime().TotalSeconds}
    dotnet_jit_compiled_methods_total {JitInfo.GetCompiledMethodCount()}
    dotnet_gc_heap_total_allocated_bytes_total {GC.GetTotalAllocatedBytes()}

    """));
app.Run();

static void Plant(double microseconds, int bytes)
{
    var started = Stopwatch.GetTimestamp();
    if (bytes > 0)
        GC.KeepAlive(new byte[bytes]);
    while (Stopwatch.GetElapsedTime(started).TotalMicroseconds < microseconds)
        Thread.SpinWait(1);
}

internal static class CpuTime
{
#if NET9_0_OR_GREATER
    public static TimeSpan Read() => Environment.CpuUsage.TotalTime;
#else
    // On Linux, this counts in steps of 10 ms.
    public static TimeSpan Read()
    {
        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }
#endif
}

[JsonSourceGenerationOptions(System.Text.Json.JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Customer))]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(CustomerAggregate))]
internal sealed partial class AggregatorJsonContext : JsonSerializerContext;
