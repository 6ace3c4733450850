namespace Load.Tests;

public sealed class AnswerChecksTests : LoadToolTests
{
    private const int SameAnswers = 201;

    private static readonly string Row = new('x', 50);

    // Both answer alike at first, when each is asked once.
    [Fact]
    public async Task Compare_OneDropsARowLater_SaysSo()
    {
        var answers = 0;
        await using var a = await StartAsync(() => 20);
        await using var b = await StartAsync(() => Interlocked.Increment(ref answers) > SameAnswers ? 19 : 20);

        var result = await CompareAsync(a, b);

        var check = GetCheck(result, "answers");
        check.State.ShouldBe(CheckState.Note, Tool.Output);
        check.Value.ShouldMatch(" 9[0-9][0-9](.[0-9])? bytes on average, .* 1,000$");
    }

    [Fact]
    public async Task Compare_AnswersOfRandomSize_AreAlike()
    {
        await using var a = await StartAsync(() => Random.Shared.Next(1, 40));
        await using var b = await StartAsync(() => Random.Shared.Next(1, 40));

        var result = await CompareAsync(a, b);

        GetCheck(result, "answers").State.ShouldBe(CheckState.Pass, Tool.Output);
    }

    [Fact]
    public async Task Compare_OneHasAnotherStatus_SaysWhich()
    {
        await using var a = await StartAsync(() => 20);
        await using var b = await StartAsync(() => 20, StatusCodes.Status203NonAuthoritative);

        var result = await CompareAsync(a, b);

        GetCheck(result, "answers").Value.ShouldMatch(" status 200 in 0 %, .* in 100 %$");
    }

    private async Task<Result> CompareAsync(TestServer a, TestServer b)
    {
        await Tool.InvokeAsync("compare", a.Url, b.Url, "--rounds", "10", "--turn", "50ms", "--warmup", "50ms");
        return await Tool.ReadResultAsync();
    }

    private static Task<TestServer> StartAsync(Func<int> countRows, int status = StatusCodes.Status200OK) =>
        TestServer.StartAsync(async context =>
        {
            context.Response.StatusCode = status;
            await context.Response.WriteAsync(string.Concat(Enumerable.Repeat(Row, countRows())));
        });
}
