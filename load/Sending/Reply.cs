namespace Load.Sending;

/// <summary>A response that was read to its end. Bytes are those of the body.</summary>
internal readonly record struct Reply(int Status, long Bytes);
