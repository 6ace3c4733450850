using System.Net.Sockets;

namespace Studies.Tests.Claims;

public sealed class MeasurementReaderTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task CancelledCalls_ClosedInOrderOrReset_AreToldApart(bool resets)
    {
        using var client = new HttpClient(new SocketsHttpHandler
        {
            ConnectCallback = async (connection, cancellation) =>
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(connection.DnsEndPoint, cancellation);
                return resets ? new ResettingStream(socket) : new NetworkStream(socket, ownsSocket: true);
            },
        });

        var calls = await CancelledCalls.MeasureAsync(client, TestContext.Current.CancellationToken);

        calls.ShouldBe(resets ? new CancelledCalls(20, 20, 0, 20) : new CancelledCalls(20, 0, 20, 20));
    }

    [Theory]
    [InlineData(20, "holds")]
    [InlineData(19, "differs")]
    public void CancelledCalls_ClosedInOrder_HoldIfAnswersAreRefused(int refused, string verdict) =>
        Decide("A9", CancelledCalls.Read(new CancelledCalls(20, 0, 20, refused))).ShouldBe(verdict);

    [Theory]
    [InlineData(true, 19, 20, "no longer holds")]
    [InlineData(false, 0, 0, "holds")]
    public async Task ConsoleProgramOf2014_WithSharedOrNewContent_CountsNulls(
        bool sharesContent, int first, int second, string verdict)
    {
        var measurement = ClaimPrograms.Read(await ClassicDeserialization.RunAsync(20, sharesContent));

        measurement.Metrics["nulls_read_as_async"].Value.ShouldBe(first);
        measurement.Metrics["nulls_string"].Value.ShouldBe(second);
        Decide("A5p", measurement).ShouldBe(verdict);
    }

    private static string Decide(string id, Measurement measurement)
    {
        var file = ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;
        return file.Criterion!.Decide(measurement.Metrics, file.Design!.Starts).Verdict.GetText();
    }

    /// <summary>
    /// A stream that ends its connection with a reset: it closes a socket with a linger time of zero, without the
    /// shutdown that <see cref="NetworkStream"/> makes before.
    /// </summary>
    private sealed class ResettingStream(Socket socket) : NetworkStream(socket, ownsSocket: false)
    {
        protected override void Dispose(bool disposing)
        {
            Socket.LingerState = new LingerOption(enable: true, seconds: 0);
            Socket.Dispose();
            base.Dispose(disposing);
        }
    }
}
