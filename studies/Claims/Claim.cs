namespace Studies.Claims;

/// <summary>What a source said, and how it is measured again.</summary>
/// <param name="Id">Of the ledger: the source's letter and a number.</param>
/// <param name="Words">What was said, in the ledger's words.</param>
/// <param name="Then">What the source found.</param>
/// <param name="Measure">What finds it today.</param>
/// <param name="Reasons">Why a verdict is what it is. Said only beside that verdict.</param>
internal sealed record Claim(
    string Id, string Words, Then Then, Func<Laboratory, Task<Now>> Measure, params IReadOnlyList<Reason> Reasons)
{
    public string? ReasonOf(Verdict verdict) => Reasons.FirstOrDefault(reason => reason.Verdict == verdict)?.Words;
}

/// <summary>A source and what it said.</summary>
/// <param name="Name">Author and year.</param>
/// <param name="Title">Of the publication, with its date.</param>
/// <param name="Subject">What its claims are about.</param>
/// <param name="Claims">In the ledger's order.</param>
internal sealed record Source(string Name, string Title, string Subject, IReadOnlyList<Claim> Claims);

internal sealed record Reason(Verdict Verdict, string Words);
