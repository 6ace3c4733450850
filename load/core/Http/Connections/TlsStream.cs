using System.Runtime.CompilerServices;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// TLS that tells an end which the server announced (close_notify) from one that anybody on the way may have caused.
/// </summary>
internal sealed class TlsStream(Socket socket) : SslStream(new Transport(socket))
{
    public bool IsCut => ((Transport)InnerStream).HasEnded;

    private sealed class Transport(Socket socket) : NetworkStream(socket, ownsSocket: true)
    {
        public bool HasEnded { get; private set; }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken stop = default)
        {
            var read = await base.ReadAsync(buffer, stop).ConfigureAwait(false);
            HasEnded |= read == 0 && !buffer.IsEmpty;
            return read;
        }
    }
}
