using System.Buffers;

namespace Load.Http;

/// <summary>
/// Reads response bodies, one after the other. The buffer rents its memory for one response at a time, so that the
/// connections of a thread share memory that is still in the processor's cache.
/// </summary>
internal sealed class BodyBuffer
{
    private const int MinBytes = 64 * 1024;
    private byte[] _bytes = [];
    private int _length;

    /// <summary>The last body, if it was kept. The content is valid until <see cref="Release"/> is called.</summary>
    public ReadOnlySpan<byte> Content => _bytes.AsSpan(0, _length);

    /// <summary>Reads a response body to its end.</summary>
    /// <param name="body">The response body to read.</param>
    /// <param name="keep">Whether to keep the body in <see cref="Content"/>.</param>
    /// <param name="cancellationToken">Cancels the reading.</param>
    /// <returns>The length of the body in bytes, whether or not it was kept.</returns>
    /// <exception cref="IOException">The body ended early, or is too long to keep.</exception>
    public async ValueTask<long> ReadAsync(Stream body, bool keep, CancellationToken cancellationToken)
    {
        _bytes = ArrayPool<byte>.Shared.Rent(MinBytes);
        var total = 0L;
        for (int read; (read = await body.ReadAsync(_bytes.AsMemory(_length), cancellationToken)) > 0; total += read)
        {
            if (keep)
                Keep(read);
        }

        return total;
    }

    /// <summary>Returns the memory that the last body used to the pool.</summary>
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
