using System.Diagnostics;
using System.Net.Http.Formatting;
using System.Net.Http.Headers;
using Newtonsoft.Json;

namespace Studies.Studies.Clients;

/// <summary>
/// The console program of Byterot, 2014: two loops over one document. As published, both loops read the same
/// StreamContent again and again. Its stream is at its end after the first read.
/// </summary>
/// <param name="Count">The number of deserializations of each loop.</param>
/// <param name="ReadAsAsyncNulls">How often ReadAsAsync returned null.</param>
/// <param name="ReadAsAsyncSeconds">The time of the first loop.</param>
/// <param name="StringNulls">How often JsonConvert returned null.</param>
/// <param name="StringSeconds">The time of the second loop.</param>
internal sealed record ClassicDeserialization(
    int Count, int ReadAsAsyncNulls, double ReadAsAsyncSeconds, int StringNulls, double StringSeconds)
{
    /// <param name="count">The number of deserializations of each loop; 10,000 in the publication.</param>
    /// <param name="sharesContent">
    /// Whether both loops read one StreamContent, as published. If not, each iteration gets a new one.
    /// </param>
    public static async Task<ClassicDeserialization> RunAsync(int count, bool sharesContent)
    {
        using var shared = CreateContent();
        var (firstNulls, first) = await CountNullsAsync(
            async content => await content.ReadAsAsync<FullCustomer?>(new MediaTypeFormatterCollection()));
        var (secondNulls, second) = await CountNullsAsync(async content =>
            JsonConvert.DeserializeObject<FullCustomer>(await content.ReadAsStringAsync()));
        return new ClassicDeserialization(count, firstNulls, first, secondNulls, second);

        async Task<(int Nulls, double Seconds)> CountNullsAsync(Func<HttpContent, Task<FullCustomer?>> read)
        {
            var (nulls, started) = (0, Stopwatch.GetTimestamp());
            for (var i = 0; i < count; i++)
            {
                var content = sharesContent ? shared : CreateContent();
                if (await read(content) is null)
                    nulls++;
            }

            return (nulls, Stopwatch.GetElapsedTime(started).TotalSeconds);
        }
    }

    private static StreamContent CreateContent() => new(new MemoryStream(FullCustomer.GetDocument()))
    {
        Headers = { ContentType = new MediaTypeHeaderValue("application/json", "utf-8") },
    };
}
