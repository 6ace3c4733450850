namespace Studies.Tests.Commands;

public sealed class StartProgressTests : IDisposable
{
    private readonly StringWriter _output = new();

    public void Dispose() => _output.Dispose();

    [Fact]
    public async Task Starts_OutputIsRedirected_HaveOneLineThatGrows()
    {
        await ShowTwoStartsAsync(width: null);

        _output.ToString().ShouldBe("  start  1 2 of 2\n");
    }

    [Theory]
    [InlineData(80)]
    [InlineData(40)]
    [InlineData(20)]
    public async Task Starts_OnATerminal_RedrawOneLineThatFits(int width)
    {
        await ShowTwoStartsAsync(width);

        var drawn = _output.ToString().Split('\r', StringSplitOptions.RemoveEmptyEntries);
        drawn.ShouldAllBe(line => line.Length == width - 1 && !line.Any(char.IsControl));
        drawn.ShouldContain(line => line.StartsWith("  start 2 of 2  ", StringComparison.Ordinal));
        drawn[^1].ShouldBeNullOrWhiteSpace("the last start ends with an empty line for what follows");
        drawn.Any(line => line.Contains("others use 25 %", StringComparison.Ordinal)).ShouldBe(width is 80);
    }

    private async Task ShowTwoStartsAsync(int? width)
    {
        var progress = new StartProgress(2, TimeSpan.FromSeconds(20), _output, width);
        var result = SampleResults.Create(SampleResults.CreateVariant("a", 100)) with
        {
            Validity = new RunValidity(RunValidity.ValidState, []) { OtherShare = 0.25 },
        };
        foreach (var start in (int[])[1, 2])
        {
            var isDrawn = new TaskCompletionSource<int>();
            var showing = progress.ShowWhileAsync(start, () => isDrawn.Task);
            isDrawn.SetResult(ExitCode.Success);
            (await showing).ShouldBe(ExitCode.Success);
            progress.EndStart(start, result);
        }
    }
}
