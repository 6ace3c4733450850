#:project ../../load/core/Load.Core.csproj
#:property StartsServices=true
#:property PublishAot=false
// What load ab says of equal builds, and of builds with a planted difference (docs/method.md):
//   dotnet run -c Release experiments/scripts/aa.cs -- --start 1
using System.Diagnostics;
using System.Globalization;
using TwoTier.Load.Results;
using TwoTier.Load.Statistics;

const double MaxOtherShare = 0.05;
const int MaxRepeats = 2;
// The second build of each has this setting, or needs more CPU time by this share.
Case[] cases =
[
    new("equal-peers", "MinimalAggregator", 180),
    new("equal-front-ends", "FrontendApi", 180),
    new("equal-front-ends-long", "FrontendApi", 360),
    new("cpu-10", "MinimalAggregator", 180, CpuShare: 0.10),
    new("cpu-5", "MinimalAggregator", 360, CpuShare: 0.05),
    new("call", "MinimalAggregator", 180, Setting: "--Planted:Calls=1"),
    new("kilobyte", "MinimalAggregator", 180, Setting: "--Planted:Bytes=1000"),
];
Testbed.ReportErrors();
var start = args is ["--start", var given] ? int.Parse(given, CultureInfo.InvariantCulture) : 1;
Process? load = null;
// What load has started ends with it.
AppDomain.CurrentDomain.ProcessExit += (_, _) => load?.Kill();
Console.CancelKeyPress += (_, _) => load?.Kill();

await using var backend = await Testbed.StartAsync("BackendApi");
var (rows, cpuMs) = (new List<Dictionary<string, object?>>(), 0.0);
foreach (var planted in Testbed.IsShort ? [cases[0] with { Seconds = 2 }, cases[^1] with { Seconds = 2 }] : cases)
{
    var result = await CompareAsync(planted, 0);
    for (var repeat = 1; !IsQuiet(result) && repeat <= MaxRepeats && !Testbed.IsShort; repeat++)
        result = await CompareAsync(planted, repeat);
    if (planted.Name is "equal-peers")
        cpuMs = result.GetVariant("A").Processes["target"]!.CpuMs!.Value;
    var other = result.Variants.Single(variant => variant.Name != result.Baseline);
    RatioResult?[] ratios = [other.Ratio, other.CpuRatio, other.AllocRatio];
    var isQuiet = IsQuiet(result) || Testbed.IsShort;
    rows.Add(new()
    {
        ["case"] = planted.Name,
        ["s"] = isQuiet ? planted.Seconds : null,
        ["told"] = isQuiet && planted.IsPlanted
            ? ratios.Any(one => one?.Verdict is RatioVerdict.Slower or RatioVerdict.Dearer) ? 1 : 0 : null,
        ["false verdicts"] = isQuiet && !planted.IsPlanted
            ? ratios.Count(one => one?.Verdict is RatioVerdict.Faster or RatioVerdict.Slower
                or RatioVerdict.Dearer or RatioVerdict.Cheaper) : null,
        ["± % throughput"] = isQuiet ? GetHalfWidth(ratios[0]) : null,
        ["± % CPU"] = isQuiet ? GetHalfWidth(ratios[1]) : null,
        ["± % allocation"] = isQuiet ? GetHalfWidth(ratios[2]) : null,
        ["other programs %"] = 100 * result.Validity.OtherShare,
    });
}

Testbed.Write(rows);

async Task<Result> CompareAsync(Case planted, int repeat)
{
    var service = string.Join(' ', Testbed.GetCommand(planted.Assembly)) + $" --Backend:BaseAddress={backend.Address}";
    var setting = planted.CpuShare is 0 ? planted.Setting : string.Create(
        CultureInfo.InvariantCulture, $"--Planted:Microseconds={cpuMs * 1000 * planted.CpuShare:0.##}");
    var folder = Directory.CreateTempSubdirectory("aa-");
    try
    {
        var program = Testbed.CreateProgram(
        [
            .. Testbed.GetCommand("Load"), "ab", service, $"{service} {setting}".TrimEnd(), "--path",
            "/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}", "--seed", $"{((MaxRepeats + 1) * start) + repeat}",
            "--name", planted.Name, "--within", $"{planted.Seconds}s", "--out", folder.FullName,
        ]);
        program.RedirectStandardOutput = program.RedirectStandardError = true;
        using var running = load = Process.Start(program)!;
        var (output, errors) = (running.StandardOutput.ReadToEndAsync(), running.StandardError.ReadToEndAsync());
        await running.WaitForExitAsync();
        load = null;
        // The exit code says what was found.
        var result = folder.GetFiles("*.json") is [var file] ? Result.Read(file.FullName)
            : throw new InvalidOperationException($"load ab has no result: {await errors}{await output}");
        Console.WriteLine($"{planted.Name}: other programs {result.Validity.OtherShare:0.0 %} of the CPU"
            + (IsQuiet(result) ? "" : ": left out"));
        return result;
    }
    finally
    {
        folder.Delete(recursive: true);
    }
}

static bool IsQuiet(Result result) => result.Validity.OtherShare < MaxOtherShare;

static double? GetHalfWidth(RatioResult? ratio) =>
    ratio is { Lo: { } low, Hi: { } high } ? 100 * (Math.Sqrt(high / low) - 1) : null;

internal sealed record Case(string Name, string Assembly, int Seconds, string Setting = "", double CpuShare = 0)
{
    public bool IsPlanted => CpuShare > 0 || Setting is not "";
}
