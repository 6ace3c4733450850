using System.Text;

namespace TwoTier.Show.Traces;

/// <summary>A span of a distributed trace, as a service exported it by the OpenTelemetry protocol (OTLP).</summary>
internal sealed record Span(
    string Service, string TraceId, string Id, string ParentId, string Name, long StartNs, long EndNs)
{
    /// <summary>
    /// Reads the spans of an ExportTraceServiceRequest
    /// (https://github.com/open-telemetry/opentelemetry-proto/blob/v1.3.2/opentelemetry/proto/trace/v1/trace.proto).
    /// </summary>
    public static IReadOnlyList<Span> Parse(ReadOnlyMemory<byte> request)
    {
        var spans = new List<Span>();
        foreach (var resourceSpans in ProtobufFields.Read(request, 1))
        {
            var service = ProtobufFields.Read(resourceSpans.Bytes, 1)
                .SelectMany(resource => ProtobufFields.Read(resource.Bytes, 1))
                .Where(attribute => GetText(attribute.Bytes, 1) is "service.name")
                .Select(attribute => GetText(ProtobufFields.Read(attribute.Bytes, 2).Single().Bytes, 1))
                .FirstOrDefault("");
            spans.AddRange(ProtobufFields.Read(resourceSpans.Bytes, 2)
                .SelectMany(scopeSpans => ProtobufFields.Read(scopeSpans.Bytes, 2))
                .Select(span => Parse(service, span.Bytes)));
        }

        return spans;
    }

    private static Span Parse(string service, ReadOnlyMemory<byte> span) => new(
        service, GetId(span, 1), GetId(span, 2), GetId(span, 4), GetText(span, 5), GetNumber(span, 7),
        GetNumber(span, 8));

    private static string GetId(ReadOnlyMemory<byte> message, int field) =>
        Convert.ToHexStringLower(ProtobufFields.Read(message, field).FirstOrDefault().Bytes.Span);

    private static string GetText(ReadOnlyMemory<byte> message, int field) =>
        Encoding.UTF8.GetString(ProtobufFields.Read(message, field).FirstOrDefault().Bytes.Span);

    private static long GetNumber(ReadOnlyMemory<byte> message, int field) =>
        ProtobufFields.Read(message, field).FirstOrDefault().Number;
}
