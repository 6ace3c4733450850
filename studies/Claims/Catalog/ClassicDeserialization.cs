using System.Net.Http.Formatting;
using System.Net.Http.Headers;
using Newtonsoft.Json;

namespace Studies.Claims.Catalog;

/// <summary>
/// The console program of Byterot, 2014: two loops over one document. As published, both loops read the same
/// StreamContent again and again. Its stream is at its end after the first read.
/// </summary>
internal sealed record ClassicDeserialization(
    int Count, int ReadAsAsyncNulls, double ReadAsAsyncSeconds, int StringNulls, double StringSeconds)
{
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
