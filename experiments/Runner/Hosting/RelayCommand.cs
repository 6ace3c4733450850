using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Experiments.Hosting;

/// <summary>
/// What stands between or behind services while this program measures, in a process of its own: a relay over a distance,
/// and a sink of telemetry.
/// </summary>
internal static class RelayCommand
{
    public const string Relay = "relay";
    public const string Sink = "telemetry-sink";

    public static async Task<int> RunAsync(string[] args)
    {
        var port = int.Parse(args[1], CultureInfo.InvariantCulture);
        if (args is [Relay, _, var service, var oneWayMs])
        {
            using var relay = new TcpRelay(
                new(service), TimeSpan.FromMilliseconds(double.Parse(oneWayMs, CultureInfo.InvariantCulture)), port);
            await Task.Delay(Timeout.Infinite);
        }

        await using var app = WebApplication.Create(
            [$"--urls=http://127.0.0.1:{port}", "--Logging:LogLevel:Default=Warning"]);
        var traces = 0L;
        app.Run(async context =>
        {
            // It receives signals by the OpenTelemetry protocol over HTTP, discards them, and tells the bytes of traces.
            await context.Request.Body.CopyToAsync(Stream.Null, context.RequestAborted);
            if (context.Request.Path == "/v1/traces")
                Interlocked.Add(ref traces, context.Request.ContentLength ?? 1);
            else if (HttpMethods.IsGet(context.Request.Method))
                await context.Response.WriteAsync($"{Interlocked.Read(ref traces)}");
        });
        await app.RunAsync();
        return ExitCode.Success;
    }
}
