namespace TwoTier.Load.Http;

/// <summary>
/// Keeps response bodies, one after the other. The memory is rented for one response at a time, so that the connections
/// of a thread share memory that is still in the processor's cache.
/// </summary>
internal sealed partial class BodyBuffer
{
    public const int MaxKeptBytes = 10_000_000;

    private const int SmallBytes = 64 * 1024;

    // A target may send endless responses on all connections, so the total memory of long bodies is limited, too.
    private const long MaxTotalBytes = 64_000_000;
    private static long _totalBytes;

    private byte[] _bytes = [];
    private int _length;
    private Encoding? _charset;

    /// <summary>The last body that was kept; valid until <see cref="Release"/>.</summary>
    public ReadOnlySpan<byte> Content => _bytes.AsSpan(0, _length);

    /// <summary>The same as UTF-8 without a byte order mark, for checks and readers.</summary>
    public ReadOnlySpan<byte> Text => SkipByteOrderMark(
        _charset is null ? Content : Encoding.Convert(_charset, Encoding.UTF8, _bytes, 0, _length));

    /// <summary>Takes the charset from the Content-Type of the response. An unknown one is read as UTF-8.</summary>
    public void SetContentType(string value)
    {
        var name = Charset().Match(value).Groups["name"].Value;
        try
        {
            _charset = name.ToLowerInvariant() is "" or "utf-8" ? null
                : CodePagesEncodingProvider.Instance.GetEncoding(name) ?? Encoding.GetEncoding(name);
        }
        catch (ArgumentException)
        {
        }
    }

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
            Return(_bytes);
        (_bytes, _length, _charset) = ([], 0, null);
    }

    private static ReadOnlySpan<byte> SkipByteOrderMark(ReadOnlySpan<byte> text) =>
        text.StartsWith(Encoding.UTF8.Preamble) ? text[Encoding.UTF8.Preamble.Length..] : text;

    private void Grow(int length)
    {
        var (old, grown) = (_bytes, ArrayPool<byte>.Shared.Rent(Math.Max(SmallBytes, length)));
        Content.CopyTo(grown);
        _bytes = grown;
        var total = grown.Length > SmallBytes ? Interlocked.Add(ref _totalBytes, grown.Length) : 0;
        if (old.Length > 0)
            Return(old);
        if (total > MaxTotalBytes)
        {
            throw new BodyTooLongException(
                $"the bodies that are kept at the same time are longer than {MaxTotalBytes / 1_000_000} MB");
        }
    }

    private static void Return(byte[] bytes)
    {
        if (bytes.Length > SmallBytes)
            Interlocked.Add(ref _totalBytes, -bytes.Length);
        ArrayPool<byte>.Shared.Return(bytes);
    }

    [GeneratedRegex(@";\s*charset\s*=\s*""?(?<name>[^"";\s]+)", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Charset();
}

internal sealed class BodyTooLongException(string? message = null) : IOException(
    message ?? $"the body is longer than the limit of {BodyBuffer.MaxKeptBytes / 1_000_000} MB");
