using Load.Http.ResponseChecks;

namespace Load.Http;

/// <summary>A response that was read to its end.</summary>
/// <param name="Status">Of HTTP.</param>
/// <param name="Bytes">Of the body.</param>
internal readonly record struct Reply(int Status, long Bytes)
{
    public ResponseOutcome Outcome { get; init; } = ResponseExpectations.Success.GetOutcome(Status, null);
}
