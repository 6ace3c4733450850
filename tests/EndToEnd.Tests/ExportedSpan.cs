using Google.Protobuf;

namespace EndToEnd.Tests;

/// <summary>A span that a service exported by the OpenTelemetry protocol. The field numbers are those of 1.x.</summary>
internal sealed record ExportedSpan(string Service, string TraceId, string Id, string ParentId, string Name)
{
    /// <summary>Reads the spans of an ExportTraceServiceRequest.</summary>
    public static IEnumerable<ExportedSpan> Parse(byte[] request) =>
        from resourceSpans in ReadFields(ByteString.CopyFrom(request), 1)
        let service = ReadFields(resourceSpans, 1)
            .SelectMany(resource => ReadFields(resource, 1))
            .Where(attribute => ReadField(attribute, 1).ToStringUtf8() is "service.name")
            .Select(attribute => ReadField(ReadField(attribute, 2), 1).ToStringUtf8())
            .FirstOrDefault("")
        from scopeSpans in ReadFields(resourceSpans, 2)
        from span in ReadFields(scopeSpans, 2)
        select new ExportedSpan(
            service, ReadId(span, 1), ReadId(span, 2), ReadId(span, 4), ReadField(span, 5).ToStringUtf8());

    private static string ReadId(ByteString message, int field) =>
        Convert.ToHexStringLower(ReadField(message, field).Span);

    private static ByteString ReadField(ByteString message, int field) =>
        ReadFields(message, field).FirstOrDefault(ByteString.Empty);

    private static IEnumerable<ByteString> ReadFields(ByteString message, int field)
    {
        var input = message.CreateCodedInput();
        while (input.ReadTag() is not 0 and var tag)
        {
            if (WireFormat.GetTagFieldNumber(tag) == field
                && WireFormat.GetTagWireType(tag) == WireFormat.WireType.LengthDelimited)
                yield return input.ReadBytes();
            else
                input.SkipLastField();
        }
    }
}
