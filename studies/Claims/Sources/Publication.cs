namespace Studies.Claims.Sources;

/// <summary>A publication whose claims are measured again.</summary>
/// <param name="Name">The author and the year, such as Prodan, 2016.</param>
/// <param name="Title">The title and the date of the publication.</param>
/// <param name="Subject">The subject of the claims.</param>
internal sealed record Publication(string Name, string Title, string Subject);
