#:package Microsoft.AspNet.WebApi.Client@$(WebApiClient)
#:package Newtonsoft.Json@13.0.4
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Compares ReadAsAsync<T>() with a string and JsonConvert, with one version of Microsoft.AspNet.WebApi.Client:
// docs/read-as-async.md.
//   WebApiClient=5.2.4 dotnet run --no-cache experiments/scripts/read-as-async-versions.cs
using System.Diagnostics;
using System.Net.Http.Formatting;
using System.Text;
using Newtonsoft.Json;

const int Rounds = 41;
const int ReadsPerTurn = 2000;
const int SlowReadsPerTurn = 20;

var document = JsonConvert.SerializeObject(new Order(17, "2026-11-23", [.. Enumerable.Range(1, 3)
    .Select(number => new Item($"item {number}", number, 9.99m))]));
var version = typeof(HttpContentExtensions).Assembly.GetName().Version;

var perCall = new List<double>();
var ratios = new List<double>();
for (var round = 0; round < Rounds; round++)
{
    // Both orders are equally frequent.
    var first = round % 2 is 0 ? await TimeAsync(ReadAsync, ReadsPerTurn) : 0;
    var convert = await TimeAsync(ConvertAsync, ReadsPerTurn);
    var read = first is 0 ? await TimeAsync(ReadAsync, ReadsPerTurn) : first;
    // The first rounds are warm-up.
    if (round < 11)
        continue;
    ratios.Add(read / convert);
    perCall.Add(await TimeAsync(ReadWithNewFormattersAsync, SlowReadsPerTurn) / convert);
}

Console.WriteLine($"{version}  ReadAsAsync<T>() {Describe(ratios)}  new formatters for each call {Describe(perCall)}");

static string Describe(List<double> values)
{
    values.Sort();
    return $"{values[values.Count / 2]:F2} [{values[2]:F2}, {values[^3]:F2}]";
}

static async Task<double> TimeAsync(Func<Task> readAsync, int count)
{
    var started = Stopwatch.GetTimestamp();
    for (var i = 0; i < count; i++)
        await readAsync();
    return Stopwatch.GetElapsedTime(started).TotalMicroseconds / count;
}

StringContent CreateContent() => new(document, Encoding.UTF8, "application/json");

async Task ReadAsync() => await CreateContent().ReadAsAsync<Order>();

async Task ReadWithNewFormattersAsync() => await CreateContent().ReadAsAsync<Order>(new MediaTypeFormatterCollection());

async Task ConvertAsync() => JsonConvert.DeserializeObject<Order>(await CreateContent().ReadAsStringAsync());

internal sealed record Order(int Id, string Date, Item[] Items);

internal sealed record Item(string Name, int Count, decimal Price);
