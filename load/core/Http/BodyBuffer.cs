using System.IO.Compression;

namespace TwoTier.Load.Http;

/// <summary>
/// Keeps response bodies, one after the other. The memory is rented for one response at a time, so that the connections
/// of a thread share memory that is still in the processor's cache.
/// </summary>
internal sealed class BodyBuffer
{
    public const int MaxKeptBytes = 10_000_000;

    private const int SmallBytes = 64 * 1024;

    private byte[] _bytes = [];
    private int _length;

    /// <summary>The Content-Encoding of the body; null if it has none.</summary>
    public string? Encoding { get; set; }

    /// <summary>The last body that was kept, decompressed; valid until <see cref="Release"/>.</summary>
    public ReadOnlySpan<byte> Content => Encoding is null ? Received : Decompress(Encoding);

    private ReadOnlySpan<byte> Received => _bytes.AsSpan(0, _length);

    public void Append(ReadOnlySpan<byte> bytes)
    {
        var length = _length + bytes.Length;
        if (length > MaxKeptBytes)
            throw new BodyTooLongException();
        if (length > _bytes.Length)
            Grow(length);
        bytes.CopyTo(_bytes.AsSpan(_length));
        _length = length;
    }

    public static async Task<long> ReadAsync(Stream body, BodyBuffer? buffer, CancellationToken cancellationToken)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(SmallBytes);
        var total = 0L;
        try
        {
            for (int read; (read = await body.ReadAsync(bytes, cancellationToken)) > 0; total += read)
                buffer?.Append(bytes.AsSpan(0, read));
            return total;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    public void Release()
    {
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);
        (_bytes, _length, Encoding) = ([], 0, null);
    }

    // A body that is not what it says, or much too long, stays as it is.
    private ReadOnlySpan<byte> Decompress(string encoding)
    {
        var received = new MemoryStream(_bytes, 0, _length);
        using Stream decoder = encoding.Trim().ToLowerInvariant() switch
        {
            "gzip" or "x-gzip" => new GZipStream(received, CompressionMode.Decompress),
            "deflate" => new ZLibStream(received, CompressionMode.Decompress),
            "br" => new BrotliStream(received, CompressionMode.Decompress),
            _ => received,
        };
        var decoded = new BodyBuffer();
        try
        {
            var part = new byte[SmallBytes];
            for (int read; (read = decoder.Read(part)) > 0;)
                decoded.Append(part.AsSpan(0, read));
            return decoded.Received.ToArray();
        }
        catch (Exception e) when (e is InvalidDataException or InvalidOperationException or BodyTooLongException)
        {
            return Received;
        }
        finally
        {
            decoded.Release();
        }
    }

    private void Grow(int length)
    {
        var (old, grown) = (_bytes, ArrayPool<byte>.Shared.Rent(Math.Max(SmallBytes, length)));
        Received.CopyTo(grown);
        _bytes = grown;
        if (old.Length > 0)
            ArrayPool<byte>.Shared.Return(old);
    }
}

internal sealed class BodyTooLongException()
    : IOException($"the body is longer than the limit of {BodyBuffer.MaxKeptBytes / 1_000_000} MB");
