using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Formatting;
using Benchmarks.Documents;
using FrontendApi.Customers;
using Newtonsoft.Json;

namespace Benchmarks.Demonstrations;

/// <summary>
/// The console program of the source: so many deserialisations of one full customer, each way, and how long they took, in
/// seconds. Without a warm-up, as it had none. Byterot, 2014 (A5).
/// </summary>
internal static class Classic
{
    private const int Times = 10_000;

    public static async Task RunAsync(TextWriter output)
    {
        await output.WriteLineAsync($"{Times.ToString("#,0", CultureInfo.InvariantCulture)} deserialisations of one full customer, "
            + $"{FullCustomer.Aggregate.Length} bytes; then in 2014: 6.23 s and 0.051 s");
        await PrintAsync(output, "ReadAsAsync, new formatters each time, as in 2014",
            content => content.ReadAsAsync<CustomerAggregate>(new MediaTypeFormatterCollection()));
        await PrintAsync(output, "ReadAsAsync, as it is today", content => content.ReadAsAsync<CustomerAggregate>());
        await PrintAsync(output, "ReadAsStringAsync and JsonConvert",
            async content => JsonConvert.DeserializeObject<CustomerAggregate>(await content.ReadAsStringAsync()));
    }

    private static async Task PrintAsync(TextWriter output, string way, Func<HttpContent, Task> read)
    {
        var started = Stopwatch.GetTimestamp();
        for (var i = 0; i < Times; i++)
        {
            using var content = FullCustomer.ContentOf(FullCustomer.Aggregate);
            await read(content);
        }

        var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture);
        await output.WriteLineAsync($"  {way,-52}{seconds,8} s");
    }
}
