#:package Microsoft.AspNet.WebApi.Client@6.0.0
#:package Newtonsoft.Json@13.0.4
#:property ManagePackageVersionsCentrally=false
#:property PublishAot=false
// A5p: the console program of Byterot, 2014: two loops read the same StreamContent again and again. Its stream is at
// its end after the first read.
using System.Net.Http.Formatting;
using System.Net.Http.Headers;
using Newtonsoft.Json;

const int Reads = 10_000;
using var content = new StreamContent(new MemoryStream("""{"id":17,"name":"Ada Moreau"}"""u8.ToArray()))
{
    Headers = { ContentType = new MediaTypeHeaderValue("application/json", "utf-8") },
};
var readAsAsync = await CountNullsAsync(() => content.ReadAsAsync<Customer?>(new MediaTypeFormatterCollection()));
var fromString = await CountNullsAsync(async () =>
    JsonConvert.DeserializeObject<Customer>(await content.ReadAsStringAsync()));
Console.WriteLine(System.Text.Json.JsonSerializer.Serialize(new
{
    values = new Dictionary<string, double>(),
    counts = new { nulls_read_as_async = readAsAsync, nulls_string = fromString },
    figures = $"ReadAsAsync returned null {readAsAsync} times of {Reads}, and JsonConvert {fromString} times: from the "
        + "second read on, the stream is at its end",
}));

static async Task<int> CountNullsAsync(Func<Task<Customer?>> read)
{
    var nulls = 0;
    for (var i = 0; i < Reads; i++)
        nulls += await read() is null ? 1 : 0;
    return nulls;
}

internal sealed record Customer(int Id, string Name);
