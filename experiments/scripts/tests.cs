#:property ManagePackageVersionsCentrally=false
#:property PublishAot=false
// Runs tests that decide a row (C3, Q8), and counts those that fail:
//   dotnet run -c Release experiments/scripts/tests.cs -- EndToEnd.Tests "*ConnectionLifetimeTests"
using System.Diagnostics;
using System.Text.Json;

var (project, classes, report) = (args[0], args[1], Path.GetTempFileName());
string[] run =
[
    "run", "-c", "Release", "--project", $"tests/{project}", "--", "-noColor", "-class", classes, "-trait-", "Study=*",
    "-ctrf", report,
];
using var tests = Process.Start(new ProcessStartInfo("dotnet", run) { RedirectStandardOutput = true })!;
var output = await tests.StandardOutput.ReadToEndAsync();
await tests.WaitForExitAsync();
var json = await File.ReadAllTextAsync(report);
File.Delete(report);
if (json is "")
    return Fail($"The tests of {project} could not be run: {output}");
var summary = JsonElement.Parse(json).GetProperty("results").GetProperty("summary");
var (all, passed, skipped) = (Count("tests"), Count("passed"), Count("skipped"));
if (all is 0 || skipped > 0)
    return Fail(all is 0 ? $"No test of {project} ran." : $"Some tests of {project} cannot run here.");
Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new { },
    counts = new { failed = all - passed },
    figures = $"{passed} of {all} tests of {project} passed",
}));
return 0;

int Count(string name) => summary.GetProperty(name).GetInt32();

static int Fail(string text)
{
    Console.Error.WriteLine(text);
    return 1;
}
