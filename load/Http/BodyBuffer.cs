using System.Buffers;

namespace Load.Http;

/// <summary>
/// Reads one body after the other. Its memory is lent for one reply at a time, so that all connections of a thread share
/// what is still in the processor's cache.
/// </summary>
internal sealed class BodyBuffer
{
    private const int SmallestBytes = 64 * 1024;
    private byte[] _bytes = [];
    private int _length;

    /// <summary>What was kept of the last body, until it is let go.</summary>
    public ReadOnlySpan<byte> Content => _bytes.AsSpan(0, _length);

    /// <returns>Its bytes, kept or not.</returns>
    /// <exception cref="IOException">It did not come whole, or is too long to keep.</exception>
    public async ValueTask<long> ReadAsync(Stream body, bool keep, CancellationToken cancellationToken)
    {
        _bytes = ArrayPool<byte>.Shared.Rent(SmallestBytes);
        var total = 0L;
        for (int read; (read = await body.ReadAsync(_bytes.AsMemory(_length), cancellationToken)) > 0; total += read)
        {
            if (keep)
                Keep(read);
        }

        return total;
    }

    public void Release()
    {
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);
        (_bytes, _length) = ([], 0);
    }

    private void Keep(int read)
    {
        _length += read;
        if (_length < _bytes.Length)
            return;
        if (_length == Array.MaxLength)
            throw new IOException("The body is too long to check.");
        var larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(2L * _length, Array.MaxLength));
        Content.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = larger;
    }
}
