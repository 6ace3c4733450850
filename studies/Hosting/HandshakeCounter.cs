using System.Buffers.Binary;

namespace Studies.Hosting;

/// <summary>
/// Counts the handshakes of TLS 1.3, and those that resume a session, by what servers send: the message ServerHello,
/// which is not encrypted, has the extension pre_shared_key if the server accepts the session that the client offers
/// (RFC 8446, 4.1.3 and 4.2.11).
/// </summary>
internal sealed class HandshakeCounter
{
    private const byte HandshakeRecord = 22;
    private const byte ServerHello = 2;
    private const int PreSharedKey = 41;
    private const int SupportedVersions = 43;
    private const int MaxBytes = 16_384;

    // The message HelloRetryRequest, which another ServerHello follows, is a ServerHello with this value (4.1.3).
    private static readonly byte[] RetryRandom =
        Convert.FromHexString("CF21AD74E59A6111BE1D8C021E65B891C2A211167ABB8C5E079E09E2C8A8339C");

    private int _all;
    private int _resumed;

    public int All => Volatile.Read(ref _all);

    public int Resumed => Volatile.Read(ref _resumed);

    /// <summary>Begins to read what the server of one connection sends.</summary>
    public Action<ReadOnlyMemory<byte>> Follow()
    {
        var (bytes, isDone) = (new List<byte>(), false);
        return received =>
        {
            if (isDone)
                return;
            bytes.AddRange(received.Span);
            isDone = bytes.Count > MaxBytes;
            if (ReadIsResumed([.. bytes]) is not { } isResumed)
                return;
            isDone = true;
            Interlocked.Increment(ref _all);
            if (isResumed)
                Interlocked.Increment(ref _resumed);
        };
    }

    /// <returns>Whether a server resumes a session; null if it has not said so, or speaks no TLS 1.3.</returns>
    public static bool? ReadIsResumed(ReadOnlySpan<byte> bytes)
    {
        // A record has a type, a version and a length.
        while (bytes.Length >= 5 && bytes.Length >= 5 + ReadLength(bytes[3..]))
        {
            var record = bytes.Slice(5, ReadLength(bytes[3..]));
            // A ServerHello is shorter than a record may be: servers send it in one.
            if (bytes[0] is HandshakeRecord && record is [ServerHello, ..] && !record[6..38].SequenceEqual(RetryRandom))
            {
                var extensions = ReadExtensions(record);
                return extensions.Contains(SupportedVersions) ? extensions.Contains(PreSharedKey) : null;
            }

            bytes = bytes[(5 + record.Length)..];
        }

        return null;
    }

    // Type and length, version, random value, session id with its length, cipher suite, compression; extensions.
    private static List<int> ReadExtensions(ReadOnlySpan<byte> hello)
    {
        var types = new List<int>();
        var rest = hello[(39 + hello[38] + 5)..];
        while (rest.Length >= 4)
        {
            types.Add(ReadLength(rest));
            rest = rest[(4 + ReadLength(rest[2..]))..];
        }

        return types;
    }

    private static int ReadLength(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt16BigEndian(bytes);
}
