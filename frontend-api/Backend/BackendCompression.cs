using System.Net;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Backend;

/// <summary>The values of the query flag <c>compression</c>: how the back-end may encode its responses.</summary>
internal static class BackendCompression
{
    /// <summary>Asks for no encoding, as HttpClient does by default.</summary>
    public const string None = "none";

    public const string Gzip = "gzip";

    public const string Brotli = "brotli";

    public static readonly ChoiceFlag CompressionFlag = new("compression",
        "The encoding of responses that the back-end is asked for. It sends them as they are unless its setting "
        + "Compression:Enabled is true. WebClient strategies and protobuf-grpc-framing do not have this flag.",
        [None, Gzip, Brotli], None)
    {
        ConfigurationKey = "Client:Compression",
    };

    /// <summary>
    /// Makes a client send the header Accept-Encoding and decompress the responses. It accepts only the given encoding,
    /// because HttpClient asks for every encoding that it may decompress.
    /// </summary>
    public static void Configure(SocketsHttpHandler handler, string compression) =>
        handler.AutomaticDecompression = compression switch
        {
            Gzip => DecompressionMethods.GZip,
            Brotli => DecompressionMethods.Brotli,
            _ => DecompressionMethods.None,
        };
}
