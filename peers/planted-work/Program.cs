// This service does as much work per request as the caller asks for, so that the difference between two requests is
// known. `make study NAME=precision` checks with it which differences the load tool finds.
using System.Globalization;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning);

var app = builder.Build();

// A unit of work is 1,000 steps of a random number generator, about a microsecond.
app.MapGet("/work", (int units) =>
{
    var state = 1u;
    for (var i = 0; i < 1000 * units; i++)
        state = (state * 1_664_525) + 1_013_904_223;
    return state;
});
app.MapGet("/health/ready", () => "Healthy");
app.MapGet("/metrics", () => string.Create(CultureInfo.InvariantCulture, $"""
    dotnet_process_cpu_time_seconds_total {Environment.CpuUsage.TotalTime.TotalSeconds}

    """));
app.Run();
