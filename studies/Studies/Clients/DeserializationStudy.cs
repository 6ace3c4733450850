using System.CommandLine;
using System.Diagnostics;
using System.Net.Http.Formatting;
using Newtonsoft.Json;
using Studies.Commands;
using Studies.Hosting;

namespace Studies.Studies.Clients;

/// <summary>
/// Claim A5 of Byterot, 2014, measured as in the publication: a console program deserializes one full customer 10,000
/// times with each method, without a warm-up.
/// </summary>
internal sealed class DeserializationStudy : StudyCommand
{
    private const int PublishedCount = 10_000;
    private const double PublishedReadAsAsyncSeconds = 6.23;
    private const double PublishedStringSeconds = 0.051;

    private readonly Option<int> _count = new Option<int>("--count")
    {
        Description = "The number of deserializations.",
        HelpName = "N",
        DefaultValueFactory = _ => PublishedCount,
    }.WithRange(1, 10_000_000);

    public DeserializationStudy()
        : base("deserialization",
            "Repeats the console program of Byterot, 2014. It deserializes a document 10,000 times with each method.",
            new(1, "The number of times that each method is measured.", 1)) =>
        Add(_count);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(rounds * arguments.GetRequiredValue(_count) * 0.003);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (count, results) = (context.Get(_count), new List<DeserializationResult>());
        for (var round = 0; round < context.Rounds; round++)
        {
            results.Add(await MeasureAsync(
                "ReadAsAsync with new formatters for each call, as in 2014", PublishedReadAsAsyncSeconds,
                content => content.ReadAsAsync<FullCustomer>(new MediaTypeFormatterCollection())));
            results.Add(await MeasureAsync("ReadAsAsync with default settings", null,
                content => content.ReadAsAsync<FullCustomer>()));
            results.Add(await MeasureAsync("ReadAsStringAsync and JsonConvert", PublishedStringSeconds,
                async content => JsonConvert.DeserializeObject<FullCustomer>(await content.ReadAsStringAsync())));
        }

        var classic = await ClassicDeserialization.RunAsync(count, sharesContent: true);
        Console.WriteLine($"""
              As published, with one StreamContent for all iterations:
                ReadAsAsync                      {classic.ReadAsAsyncNulls} of {count} results are null
                ReadAsStringAsync, JsonConvert   {classic.StringNulls} of {count} results are null
            """);
        var table = new TextTable(1, $"{count} deserializations of {FullCustomer.DocumentLength} bytes", "today, s",
            $"published, s for {PublishedCount:#,0}");
        foreach (var result in results)
            table.Add(result.Method, TableNumbers.Format(result.Seconds), TableNumbers.Format(result.PublishedSeconds));
        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        return ExitCode.Success;

        async Task<DeserializationResult> MeasureAsync(string method, double? published, Func<HttpContent, Task> read)
        {
            var started = Stopwatch.GetTimestamp();
            for (var i = 0; i < count; i++)
            {
                context.Environment.StopToken.ThrowIfCancellationRequested();
                using var content = FullCustomer.CreateContent();
                await read(content);
            }

            return new DeserializationResult(method, count, Stopwatch.GetElapsedTime(started).TotalSeconds, published);
        }
    }

    private sealed record DeserializationResult(string Method, int Count, double Seconds, double? PublishedSeconds);
}
