#:package Newtonsoft.Json@13.0.4
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Q32: the highest resident memory of processes that read one large document, by library and by way. Each process is
// this program with the way and the file in its environment.
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

const string WayVariable = "QUESTION_WAY";
const string FileVariable = "QUESTION_FILE";
if (Environment.GetEnvironmentVariable(WayVariable) is { } own)
{
    var read = await ReadAsync(own, Environment.GetEnvironmentVariable(FileVariable)!);
    var peak = File.ReadLines("/proc/self/status").Single(line => line.StartsWith("VmHWM:", StringComparison.Ordinal));
    Console.WriteLine($"{read.Orders.Count} {peak.Split(' ')[^2]}");
    return 0;
}

if (!File.Exists("/proc/self/status"))
{
    Console.Error.WriteLine("The memory of a process is read from /proc, which this system does not have.");
    return 1;
}

string[] ways = ["system-stream", "newtonsoft-stream", "system-string", "newtonsoft-string"];
int[] sizes = Environment.GetEnvironmentVariable("SHORT") is "1" ? [1, 2, 3] : [1, 10, 50];
var start = args is ["--start", var number] ? int.Parse(number, CultureInfo.InvariantCulture) : 1;
var peaks = new Dictionary<(string Way, int Size), double>();
foreach (var size in sizes)
{
    var file = Path.GetTempFileName();
    try
    {
        var orders = Write(file, size * 1_000_000);
        for (var i = 0; i < ways.Length; i++)
        {
            var way = ways[(start + i) % ways.Length];
            peaks[(way, size)] = Measure(way, file, orders);
        }
    }
    finally
    {
        File.Delete(file);
    }
}

var largest = sizes[^1];
Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new
    {
        ratio = GetRatio(largest),
        ratio_10mb = GetRatio(sizes[1]),
        ratio_1mb = GetRatio(sizes[0]),
        @string = peaks[(ways[2], largest)] / peaks[(ways[0], largest)],
        ratio_string = peaks[(ways[2], largest)] / peaks[(ways[3], largest)],
    },
    counts = new Dictionary<string, int>(),
    figures = $"the process that reads {largest} MB needs {peaks[(ways[0], largest)]:0} MB with System.Text.Json from a "
        + $"stream and {peaks[(ways[1], largest)]:0} MB with Newtonsoft.Json, and from a string "
        + $"{peaks[(ways[2], largest)]:0} and {peaks[(ways[3], largest)]:0} MB",
}));
return 0;

double GetRatio(int size) => peaks[(ways[0], size)] / peaks[(ways[1], size)];

static double Measure(string way, string file, int orders)
{
    var command = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
    (command.Environment[WayVariable], command.Environment[FileVariable]) = (way, file);
    using var process = Process.Start(command)!;
    var output = process.StandardOutput.ReadToEnd().Split(' ');
    process.WaitForExit();
    return process.ExitCode is 0 && int.Parse(output[0], CultureInfo.InvariantCulture) == orders
        ? double.Parse(output[1], CultureInfo.InvariantCulture) * 1024 / 1e6
        : throw new InvalidDataException($"The way {way} did not read {orders} orders.");
}

static async Task<Export> ReadAsync(string way, string file)
{
    var options = new JsonSerializerOptions(JsonSerializerDefaults.Web);
    await using var stream = File.OpenRead(file);
    using var reader = new StreamReader(stream);
    await using var json = new Newtonsoft.Json.JsonTextReader(reader);
    return way switch
    {
        "system-stream" => await JsonSerializer.DeserializeAsync<Export>(stream, options),
        "newtonsoft-stream" => new Newtonsoft.Json.JsonSerializer().Deserialize<Export>(json),
        "system-string" => JsonSerializer.Deserialize<Export>(await reader.ReadToEndAsync(), options),
        _ => Newtonsoft.Json.JsonConvert.DeserializeObject<Export>(await reader.ReadToEndAsync()),
    } ?? throw new InvalidDataException("The document is null.");
}

static int Write(string file, int bytes)
{
    using var stream = File.Create(file);
    using var json = new Utf8JsonWriter(stream);
    var options = new JsonSerializerOptions(JsonSerializerDefaults.Web);
    json.WriteStartObject();
    json.WriteStartArray("orders");
    var count = 0;
    for (; json.BytesCommitted + json.BytesPending < bytes; count++)
    {
        var lines = Enumerable.Range(1, 1 + (count % 7)).Select(line =>
            new Line($"article {(count * 31) + line}", line, (count % 977) + 0.25m)).ToList();
        var note = $"Leave order {count} with the neighbour, please.";
        JsonSerializer.Serialize(json, new Order(count, $"customer {count % 9973}", note, lines), options);
    }

    json.WriteEndArray();
    json.WriteEndObject();
    return count;
}

internal sealed record Export(List<Order> Orders);

internal sealed record Order(int Id, string Customer, string Note, List<Line> Lines);

internal sealed record Line(string Article, int Quantity, decimal Price);
