using Testing;

namespace EndToEnd.Tests;

/// <summary>Whatever is sent to either tier is refused with its status, and counted with it.</summary>
public abstract class HostileBodyTests(IngestionPair pair)
{
    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new MatrixTheoryData<string, string>(["front-end", "back-end"], HostileBodies.All.Select(body => body.Name));
            return new(cases.Select(each => each.Data));
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Body_Hostile_IsRefusedWithItsStatusAndCounted(string tier, string name)
    {
        pair.MustBeThere();
        var body = HostileBodies.All.Single(body => body.Name == name);
        // Of who ends within his body, the request is cancelled too: ASP.NET Core counts a 499 where that is seen first.
        int[] statuses = body.IsCutOff ? [body.Status, 499] : [body.Status];
        var before = await pair.CountAsync(tier, statuses);

        await ShouldBeRefused(tier, body);

        await pair.CountedAsync(tier, statuses, before + 1);
    }

    /// <summary>All at once: each is waited for.</summary>
    [Fact]
    public async Task Body_Slow_IsRefusedWithItsStatusAndCounted()
    {
        pair.MustBeThere();
        await Task.WhenAll(HostileBodies.Slow.SelectMany(_ => IngestionPair.Paths.Keys, (body, tier) => ShouldBeRefused(tier, body)));

        foreach (var tier in IngestionPair.Paths.Keys)
            await pair.CountedAsync(tier, 408, HostileBodies.Slow.Count);
    }

    private async Task ShouldBeRefused(string tier, HostileBody body)
    {
        var (status, type, answer) = await RawPost.SendAsync(
            pair.Addresses[tier], IngestionPair.Paths[tier], body, TestContext.Current.CancellationToken);

        // Kestrel answers nobody who says that nothing more comes; it counts him all the same.
        if (body.IsCutOff && status is 0)
            return;
        status.ShouldBe(body.Status, $"{body.Name}: {answer}");
        type.ShouldBe("application/problem+json", answer);
        answer.ShouldContain($"\"status\":{status}");
        answer.ShouldContain("\"detail\":");
        answer.ShouldNotContain("   at ", Case.Sensitive, "a stack trace");
    }
}

public sealed class DotnetHostileBodyTests(DotnetPair pair) : HostileBodyTests(pair), IClassFixture<DotnetPair>;

public sealed class GoHostileBodyTests(GoPair pair) : HostileBodyTests(pair), IClassFixture<GoPair>;
