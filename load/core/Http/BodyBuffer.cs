using System.Buffers;

namespace TwoTier.Load.Http;

/// <summary>
/// Reads response bodies, one after the other. The buffer rents its memory for one response at a time, so that the
/// connections of a thread share memory that is still in the processor's cache.
/// </summary>
internal sealed class BodyBuffer
{
    /// <summary>The maximum length of a response body that is kept, in bytes.</summary>
    public const int MaxKeptBytes = 10_000_000;

    // A long body is read in segments of this length, which do not end up on the large object heap.
    private const int SegmentBytes = 64 * 1024;

    // A target may send endless responses on all connections, so the total memory of all body buffers is limited, too.
    private const long MaxTotalBytes = 32_000_000;
    private static long _totalBytes;

    // The shared pool keeps few arrays. The rest would be garbage that lives too long for a cheap collection.
    private static readonly ArrayPool<byte> FurtherSegments =
        ArrayPool<byte>.Create(SegmentBytes, (int)(MaxTotalBytes / SegmentBytes) + 1);

    private readonly List<byte[]> _fullSegments = [];
    private byte[] _bytes = [];
    private int _length;

    /// <summary>
    /// The last response body, if it was kept. The content is valid until <see cref="Release"/> is called.
    /// </summary>
    public ReadOnlySpan<byte> Content
    {
        get
        {
            if (_fullSegments.Count > 0)
                JoinSegments();
            return _bytes.AsSpan(0, _length);
        }
    }

    /// <summary>Keeps a part of a response body.</summary>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            if (_bytes.Length == 0)
                _bytes = ArrayPool<byte>.Shared.Rent(SegmentBytes);
            var taken = Math.Min(bytes.Length, _bytes.Length - _length);
            bytes[..taken].CopyTo(_bytes.AsSpan(_length));
            bytes = bytes[taken..];
            AddReadBytes(taken);
        }
    }

    /// <summary>Reads a response body to its end, into a buffer if there is one.</summary>
    /// <returns>The length of the body in bytes.</returns>
    public static async Task<long> ReadAsync(Stream body, BodyBuffer? buffer, CancellationToken cancellationToken)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(SegmentBytes);
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

    /// <summary>Gives the memory of the last response body back to the memory pool.</summary>
    public void Release()
    {
        if (_bytes.Length > 0)
            GetPool(_fullSegments.Count).Return(_bytes);
        (_bytes, _length) = ([], 0);
        ReturnFullSegments();
    }

    private void AddReadBytes(int read)
    {
        _length += read;
        if (_fullSegments.Sum(segment => segment.Length) + _length > MaxKeptBytes)
            throw new BodyTooLongException();
        if (_length < _bytes.Length)
            return;
        _fullSegments.Add(_bytes);
        (_bytes, _length) = ([], 0);
        if (Interlocked.Add(ref _totalBytes, _fullSegments[^1].Length) > MaxTotalBytes)
        {
            throw new BodyTooLongException(
                $"the bodies that are kept at the same time are longer than {MaxTotalBytes / 1_000_000} MB");
        }

        _bytes = FurtherSegments.Rent(SegmentBytes);
    }

    private void JoinSegments()
    {
        var joined = ArrayPool<byte>.Shared.Rent(_fullSegments.Sum(segment => segment.Length) + _length);
        var end = 0;
        foreach (var segment in _fullSegments)
        {
            segment.CopyTo(joined, end);
            end += segment.Length;
        }

        _bytes.AsSpan(0, _length).CopyTo(joined.AsSpan(end));
        FurtherSegments.Return(_bytes);
        ReturnFullSegments();
        (_bytes, _length) = (joined, end + _length);
    }

    private void ReturnFullSegments()
    {
        for (var i = 0; i < _fullSegments.Count; i++)
        {
            Interlocked.Add(ref _totalBytes, -_fullSegments[i].Length);
            GetPool(i).Return(_fullSegments[i]);
        }

        _fullSegments.Clear();
    }

    private static ArrayPool<byte> GetPool(int segment) => segment == 0 ? ArrayPool<byte>.Shared : FurtherSegments;
}

/// <summary>The exception for a response body that must be kept but is too long.</summary>
internal sealed class BodyTooLongException(string message, Exception? inner = null) : IOException(message, inner)
{
    private const int MaxMegabytes = BodyBuffer.MaxKeptBytes / 1_000_000;

    public BodyTooLongException(Exception? inner = null)
        : this($"the body is longer than the limit of {MaxMegabytes} MB", inner)
    {
    }
}
