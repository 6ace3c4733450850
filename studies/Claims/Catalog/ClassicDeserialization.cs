using System.Net.Http.Formatting;
using System.Net.Http.Headers;
using Newtonsoft.Json;

namespace Studies.Claims.Catalog;

/// <summary>
/// The console program of Byterot, 2014: two loops over one document. As published, both loops read the same
/// StreamContent again and again. Its stream is at its end after the first read.
/// </summary>
internal sealed record ClassicDeserialization(int Count, int ReadAsAsyncNulls, int StringNulls)
{
    private static readonly byte[] Document = """{"id":17,"name":"Ada Moreau"}"""u8.ToArray();

    public static async Task<ClassicDeserialization> RunAsync(int count, bool sharesContent)
    {
        using var shared = CreateContent();
        return new ClassicDeserialization(
            count,
            await CountNullsAsync(content => content.ReadAsAsync<Customer?>(new MediaTypeFormatterCollection())),
            await CountNullsAsync(async content =>
                JsonConvert.DeserializeObject<Customer>(await content.ReadAsStringAsync())));

        async Task<int> CountNullsAsync(Func<HttpContent, Task<Customer?>> read)
        {
            var nulls = 0;
            for (var i = 0; i < count; i++)
            {
                if (await read(sharesContent ? shared : CreateContent()) is null)
                    nulls++;
            }

            return nulls;
        }
    }

    private static StreamContent CreateContent() => new(new MemoryStream(Document))
    {
        Headers = { ContentType = new MediaTypeHeaderValue("application/json", "utf-8") },
    };

    private sealed record Customer(int Id, string Name);
}
