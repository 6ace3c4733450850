using Load.Expecting;

namespace Load.Sending;

/// <summary>A response that was read to its end.</summary>
/// <param name="Status">Of HTTP.</param>
/// <param name="Bytes">Of the body.</param>
internal readonly record struct Reply(int Status, long Bytes)
{
    public Outcome Outcome { get; init; } = Expectations.Success.OutcomeOf(Status, null);
}
