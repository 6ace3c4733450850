using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace FrontendApi.Backend;

/// <summary>
/// Rejects responses of the back-end that are larger than Backend:MaxResponseBytes, and documents that are not in the
/// requested format: JSON in UTF-8, unless the header Accept asks for another one. Without this handler a body without
/// end would take all memory, and the parsers would disagree about the rest.
/// </summary>
internal sealed class ResponseValidationHandler(int maxBytes) : DelegatingHandler
{
    private const string Json = "application/json";

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await base.SendAsync(request, cancellationToken);
        try
        {
            var headers = response.Content.Headers;
            var format = GetRequestedFormat(request);
            if (response.IsSuccessStatusCode && request.Method == HttpMethod.Get)
                CheckMediaType(headers.ContentType, headers.ContentEncoding.Count > 0, format);
            response.Content = new ValidatedContent(response.Content, maxBytes, response.StatusCode, format is Json);
            return response;
        }
        catch
        {
            response.Dispose();
            throw;
        }
    }

    /// <exception cref="InvalidDataException">
    /// The document is encoded, does not have the given media type, or has another charset than UTF-8.
    /// </exception>
    public static void CheckMediaType(MediaTypeHeaderValue? type, bool isEncoded, string format = Json)
    {
        var isUtf8 = type?.CharSet is not { } charset || Equals(charset.Trim('"'), "utf-8");
        if (isEncoded || !isUtf8 || !Equals(type?.MediaType, format))
            throw new InvalidDataException($"The response is not {format}, is encoded, or is not in UTF-8.");

        static bool Equals(string? text, string expected) =>
            string.Equals(text, expected, StringComparison.OrdinalIgnoreCase);
    }

    private static string GetRequestedFormat(HttpRequestMessage request) =>
        request.Headers.NonValidated.TryGetValues("Accept", out var accept) ? accept.ToString() : Json;

    private sealed class ValidatedContent : HttpContent
    {
        private const int CopyBufferSize = 4_096;
        private readonly HttpContent _content;
        private readonly int _maxBytes;
        private readonly HttpStatusCode _status;
        private readonly bool _isText;

        public ValidatedContent(HttpContent content, int maxBytes, HttpStatusCode status, bool isText)
        {
            (_content, _maxBytes, _status, _isText) = (content, maxBytes, status, isText);
            foreach (var (name, values) in content.Headers.NonValidated)
                Headers.TryAddWithoutValidation(name, values);
        }

        protected override async Task SerializeToStreamAsync(
            Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            await using var body = await CreateContentReadStreamAsync(cancellationToken);
            await body.CopyToAsync(stream, CopyBufferSize, cancellationToken);
        }

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
            SerializeToStreamAsync(stream, context, CancellationToken.None);

        protected override async Task<Stream> CreateContentReadStreamAsync(CancellationToken cancellationToken) =>
            new ValidatedStream(await _content.ReadAsStreamAsync(cancellationToken), _maxBytes)
            {
                ErrorStatus = (int)_status >= 300 ? _status : null,
                IsText = _isText,
            };

        protected override Task<Stream> CreateContentReadStreamAsync() =>
            CreateContentReadStreamAsync(CancellationToken.None);

        protected override bool TryComputeLength(out long length)
        {
            length = _content.Headers.ContentLength.GetValueOrDefault();
            return _content.Headers.ContentLength is not null;
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing)
                _content.Dispose();
            base.Dispose(disposing);
        }
    }
}

/// <summary>
/// The body of a response, decompressed. Reading throws an InvalidDataException after the largest allowed number of
/// bytes and at a body that cannot be decompressed, and a DecoderFallbackException at bytes of a text that are not
/// UTF-8.
/// </summary>
internal sealed class ValidatedStream(Stream body, int maxBytes) : Stream
{
    private static readonly UTF8Encoding StrictUtf8 =
        new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private const string EncodingMessage = "The response cannot be decompressed.";

    private readonly Decoder _decoder = StrictUtf8.GetDecoder();
    private long _bytesRead;

    /// <summary>
    /// The status of an error response, or null. An invalid body is then reported with this status, so that it does not
    /// matter whether a client reads the bodies of error responses.
    /// </summary>
    public HttpStatusCode? ErrorStatus { get; init; }

    /// <summary>Whether the body must be UTF-8.</summary>
    public bool IsText { get; init; } = true;

    /// <summary>A function that throws if no more of the body may be read.</summary>
    public Action BeforeRead { get; init; } = () => { };

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        BeforeRead();
        int count;
        try
        {
            count = body.Read(buffer);
        }
        catch (Exception exception) when (IsInvalidEncoding(exception))
        {
            throw CreateException(EncodingMessage, exception);
        }

        Validate(buffer[..count]);
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        BeforeRead();
        int count;
        try
        {
            count = await body.ReadAsync(buffer, cancellationToken);
        }
        catch (Exception exception) when (IsInvalidEncoding(exception))
        {
            throw CreateException(EncodingMessage, exception);
        }

        Validate(buffer.Span[..count]);
        return count;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush() => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            body.Dispose();
        base.Dispose(disposing);
    }

    /// <summary>
    /// Returns whether a body cannot be decompressed. BrotliStream reports that with an InvalidOperationException.
    /// </summary>
    private static bool IsInvalidEncoding(Exception exception) =>
        exception is InvalidDataException or (InvalidOperationException and not ObjectDisposedException);

    private Exception CreateException(string message, Exception? cause = null) => ErrorStatus is null
        ? new InvalidDataException(message, cause)
        : new HttpRequestException(message, cause, ErrorStatus);

    private void Validate(ReadOnlySpan<byte> bytes)
    {
        _bytesRead += bytes.Length;
        if (_bytesRead > maxBytes)
            throw CreateException($"The response has more than {maxBytes} bytes (Backend:MaxResponseBytes).");

        if (ErrorStatus is not null || !IsText)
            return;
        // The characters themselves are not needed. The decoder keeps the first bytes of a character that is cut off.
        Span<char> characters = stackalloc char[512];
        var isEnd = bytes.IsEmpty;
        do
        {
            _decoder.Convert(bytes, characters, flush: isEnd, out var used, out _, out _);
            bytes = bytes[used..];
        }
        while (!bytes.IsEmpty);
    }
}
