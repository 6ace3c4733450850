using Load.Http.ResponseChecks;

namespace Load.Http;

/// <summary>One of the requests of a mix, as it was written.</summary>
/// <param name="Name">As in tables and in the log.</param>
/// <param name="Weight">So many of them to the others' weights.</param>
/// <param name="Parts">What to send.</param>
/// <param name="Expectations">What makes a reply a success.</param>
internal sealed record RequestKind(string Name, int Weight, RequestParts Parts, ResponseExpectations Expectations);
