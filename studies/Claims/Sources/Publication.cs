namespace Studies.Claims.Sources;

/// <summary>A publication whose claims are measured again.</summary>
/// <param name="Name">The author and the year.</param>
/// <param name="Title">The title and the date.</param>
/// <param name="Subject">What its claims are about.</param>
internal sealed record Publication(string Name, string Title, string Subject);
