using Google.Protobuf;

namespace EndToEnd.Tests.Tracing;

/// <summary>A span that a service exported.</summary>
/// <param name="Service">The name of the service.</param>
/// <param name="TraceId">The trace to which the span belongs, in hexadecimal digits.</param>
/// <param name="Id">The id of the span, in hexadecimal digits.</param>
/// <param name="ParentId">The id of the parent; empty for the root of a trace.</param>
/// <param name="Name">The name of the span.</param>
/// <param name="Kind">The kind of the span.</param>
/// <param name="Tags">The values of the tags that are texts, by key.</param>
internal sealed record Span(
    string Service,
    string TraceId,
    string Id,
    string ParentId,
    string Name,
    SpanKind Kind,
    IReadOnlyDictionary<string, string> Tags)
{
    /// <summary>
    /// Reads the spans of an ExportTraceServiceRequest, whose fields are defined by the OpenTelemetry protocol 1.x.
    /// </summary>
    public static IReadOnlyList<Span> Parse(byte[] request) =>
    [
        .. from resourceSpans in ReadMessages(request, 1)
           let service = ReadTags(ReadMessages(resourceSpans, 1).Single(), 1).GetValueOrDefault("service.name", "")
           from scopeSpans in ReadMessages(resourceSpans, 2)
           from span in ReadMessages(scopeSpans, 2)
           select Parse(service, span),
    ];

    private static Span Parse(string service, byte[] span) => new(
        service,
        Convert.ToHexStringLower(ReadMessages(span, 1).Single()),
        Convert.ToHexStringLower(ReadMessages(span, 2).Single()),
        Convert.ToHexStringLower(ReadMessages(span, 4).SingleOrDefault([])),
        ReadText(span, 5),
        (SpanKind)ReadNumber(span, 6),
        ReadTags(span, 9));

    private static Dictionary<string, string> ReadTags(byte[] message, int field) =>
        ReadMessages(message, field).ToDictionary(
            tag => ReadText(tag, 1), tag => ReadText(ReadMessages(tag, 2).Single(), 1));

    private static string ReadText(byte[] message, int field) =>
        System.Text.Encoding.UTF8.GetString(ReadMessages(message, field).SingleOrDefault([]));

    private static List<byte[]> ReadMessages(byte[] message, int field)
    {
        var (values, input) = (new List<byte[]>(), new CodedInputStream(message));
        while (input.ReadTag() is not 0 and var tag)
        {
            if (WireFormat.GetTagFieldNumber(tag) == field
                && WireFormat.GetTagWireType(tag) is WireFormat.WireType.LengthDelimited)
            {
                values.Add(input.ReadBytes().ToByteArray());
            }
            else
            {
                input.SkipLastField();
            }
        }

        return values;
    }

    private static int ReadNumber(byte[] message, int field)
    {
        var input = new CodedInputStream(message);
        while (input.ReadTag() is not 0 and var tag)
        {
            if (WireFormat.GetTagFieldNumber(tag) == field)
                return input.ReadInt32();
            input.SkipLastField();
        }

        return 0;
    }
}

/// <summary>The kinds of spans, with their numbers in the OpenTelemetry protocol.</summary>
internal enum SpanKind
{
    Unspecified = 0,
    Internal = 1,
    Server = 2,
    Client = 3,
}
