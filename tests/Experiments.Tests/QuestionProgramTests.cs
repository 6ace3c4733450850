using System.Text.Json.Nodes;

namespace Experiments.Tests;

/// <summary>Each script of a claim measures one start, and says in its last line what it found.</summary>
[Slow]
[TimeLimit(180)]
public sealed class QuestionProgramTests
{
    private const string Folder = "experiments/scripts";

    public static TheoryData<string> Programs =>
        [.. ClaimCatalog.Library.Claims.Select(claim => claim.File.Run.Script).OfType<string>().Distinct()];

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Program_InShort_WritesValuesCountsAndFigures(string program)
    {
        var start = new ProcessStartInfo(
            "dotnet", ["run", "-c", "Release", $"{Folder}/{program}.cs", "--", "--start", "1"])
        {
            WorkingDirectory = Repository.Root,
            Environment = { ["SHORT"] = "1" },
        };

        var printed = await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);

        Assert.SkipWhen(
            printed.ExitCode is 1 && printed.All.Contains("This needs Linux that lets everybody make a user namespace", StringComparison.Ordinal),
            "no user namespaces here");
        printed.ExitCode.ShouldBe(0, printed.All);
        var answer = JsonNode.Parse(printed.Output.TrimEnd().Split('\n')[^1])!.AsObject();
        answer.Select(part => part.Key).ShouldBe(["values", "counts", "figures"], printed.All);
        var (values, counts) = (answer["values"]!.AsObject(), answer["counts"]!.AsObject());
        values.ShouldAllBe(value => (double)value.Value! > 0, printed.All);
        counts.ShouldAllBe(count => (long)count.Value! >= 0, printed.All);
        values.Concat(counts).ShouldNotBeEmpty(printed.All);
        ((string?)answer["figures"]).ShouldNotBeNullOrWhiteSpace(printed.All);
    }
}
