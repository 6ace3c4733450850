using BackendApi.Dripping;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Testing;

namespace BackendApi.Tests.Dripping;

public sealed class DripTests
{
    private const string Path = "/api/customer/1";

    [Theory]
    [InlineData("BytesPerSecond", "100000")]
    [InlineData("BeforeHeaders", "00:00:00.001")]
    [InlineData("BeforeBody", "00:00:00.001")]
    public async Task Answer_Dripped_IsTheSameAnswer(string key, string value)
    {
        var whole = await AnswerAsync(Path);
        var dripped = await AnswerAsync(Path, ($"Drip:{key}", value));

        dripped.ShouldBe(whole);
        (await AnswerAsync("/api/customer/99", ($"Drip:{key}", value))).Status.ShouldBe(404);
    }

    /// <summary>The body would come in a minute: what is there already came without it.</summary>
    [Fact]
    public async Task Headers_OfABodyThatIsHeldBack_ComeAlone()
    {
        await using var backend = Backend(("Drip:BeforeBody", "00:01:00"));
        using var client = backend.Client();

        using var answer = await client.GetAsync(Path, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);

        ((int)answer.StatusCode).ShouldBe(200);
        await using var body = await answer.Content.ReadAsStreamAsync(TestContext.Current.CancellationToken);
        body.ReadAsync(new byte[1], TestContext.Current.CancellationToken).AsTask().IsCompleted.ShouldBeFalse();
    }

    /// <summary>At 100 bytes a second a document takes 10 s and more: a twentieth of them is there at once.</summary>
    [Fact]
    public async Task Body_OfSoManyBytesASecond_ComesInPieces()
    {
        await using var backend = Backend(("Drip:BytesPerSecond", "100"));
        using var client = backend.Client();

        await using var body = await client.GetStreamAsync(Path, TestContext.Current.CancellationToken);

        (await body.ReadAsync(new byte[4_000], TestContext.Current.CancellationToken)).ShouldBeInRange(1, 100);
    }

    [Fact]
    public async Task Share_OfAFifth_IsEveryFifthAnswer()
    {
        await using var backend = Backend(("Drip:BeforeBody", "00:01:00"), ("Drip:Share", "0.2"));
        using var client = backend.Client();
        var whole = new List<bool>();

        for (var i = 0; i < 10; i++)
        {
            using var answer = await client.GetAsync(Path, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);
            await using var body = await answer.Content.ReadAsStreamAsync(TestContext.Current.CancellationToken);
            // The next request tells: what is held back for a minute is not there when another one has been answered.
            var first = body.ReadAsync(new byte[1], TestContext.Current.CancellationToken).AsTask();
            await client.GetAsync("/health/live", TestContext.Current.CancellationToken);
            whole.Add(first.IsCompleted);
        }

        whole.ShouldBe([true, true, true, true, false, true, true, true, true, false]);
    }

    [Theory]
    [InlineData("BeforeHeaders", "-00:00:01", "Set Drip:BeforeHeaders between 00:00:00 and 00:01:00.")]
    [InlineData("BeforeBody", "00:02:00", "Set Drip:BeforeBody between 00:00:00 and 00:01:00.")]
    [InlineData("BytesPerSecond", "99", "Set Drip:BytesPerSecond between 100 and 1000000000, or leave it out.")]
    [InlineData("Share", "1.1", "Set Drip:Share between 0 and 1.")]
    public async Task Setting_OutOfBounds_FailsTheStartAndSaysTheFix(string key, string value, string cure)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration[$"Drip:{key}"] = value;
        builder.Services.AddDripping();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(cure);
    }

    private static ServiceFactory<BackendApiMarker> Backend(params (string Key, string Value)[] settings) =>
        new([("Data:Customers", "1"), .. settings]);

    private static async Task<(int Status, string Body)> AnswerAsync(string path, params (string Key, string Value)[] settings)
    {
        await using var backend = Backend(settings);
        return await backend.GetAsync(path);
    }
}
