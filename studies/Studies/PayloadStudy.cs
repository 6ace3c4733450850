namespace Studies.Studies;

/// <summary>
/// Compares strategies over the size of a document, from 1 kB to 1 MB: where reading from the stream begins to pay. A
/// string of 42 thousand characters or more is allocated on the large object heap.
/// </summary>
internal sealed class PayloadStudy() : DocumentSizeStudy(
    "payloads",
    "Compares strategies by the size of the document, from 1 kB to 1 MB. The bytes of all answers are equal.",
    "strategy",
    ["buffered-stj", "headers-read-stj", "get-stream-stj", "get-from-json", "string-jsonconvert", Protobuf])
{
    private const string Protobuf = "protobuf-body";

    protected override string GetQuery(string value) => $"strategy={value}";

    protected override (string Name, string Value)? GetRequestHeader(string value) =>
        value is Protobuf ? ("Accept", "application/x-protobuf") : null;
}
