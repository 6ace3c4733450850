using Google.Protobuf;

namespace EndToEnd.Tests;

/// <summary>A span that a service exported by the OpenTelemetry protocol. The field numbers are those of 1.x.</summary>
internal sealed record ExportedSpan(
    string Service, string Instance, string TraceId, string Id, string ParentId, string Name)
{
    /// <summary>Reads the spans of an ExportTraceServiceRequest.</summary>
    public static IEnumerable<ExportedSpan> Parse(byte[] request) =>
        from resourceSpans in ReadFields(ByteString.CopyFrom(request), 1)
        let resource = ReadFields(ReadField(resourceSpans, 1), 1).ToDictionary(
            attribute => ReadField(attribute, 1).ToStringUtf8(),
            attribute => ReadField(ReadField(attribute, 2), 1).ToStringUtf8())
        from scopeSpans in ReadFields(resourceSpans, 2)
        from span in ReadFields(scopeSpans, 2)
        select new ExportedSpan(
            resource.GetValueOrDefault("service.name", ""), resource.GetValueOrDefault("service.instance.id", ""),
            ReadId(span, 1), ReadId(span, 2), ReadId(span, 4), ReadField(span, 5).ToStringUtf8());

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
