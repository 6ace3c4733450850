namespace Load.Tests;

public sealed class HttpSenderTests
{
    [Fact]
    public void Rent_SeveralChannelsAreFree_TakesTheLowestSoThatStreamsShareFewConnections()
    {
        // The first two channels share a connection, and so do the last two.
        using var sender = new HttpSender(4, new ClientOptions { Streams = 2 });
        HttpChannel[] all = [sender.Rent(), sender.Rent(), sender.Rent(), sender.Rent()];
        foreach (var index in new[] { 3, 0, 2, 1 })
            sender.Return(all[index]);

        HttpChannel[] next = [sender.Rent(), sender.Rent()];

        next.ShouldBe([all[0], all[1]]);
        all.Select(channel => channel.Number).ShouldBe([0, 1, 2, 3]);
    }
}
