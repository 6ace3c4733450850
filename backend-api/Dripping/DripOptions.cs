using System.ComponentModel.DataAnnotations;

namespace BackendApi.Dripping;

/// <summary>Makes the customers' and orders' answers come late, or bit by bit; off by default. Section <c>Drip</c>.</summary>
internal sealed class DripOptions
{
    public const string Section = "Drip";

    private const string Time = "Set Drip:{0} between 00:00:00 and 00:01:00.";

    /// <value>Before the status and the headers. 0 to 1 min, default 0.</value>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00", ErrorMessage = Time)]
    public TimeSpan BeforeHeaders { get; init; }

    /// <value>Between the headers and the body. 0 to 1 min, default 0.</value>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00", ErrorMessage = Time)]
    public TimeSpan BeforeBody { get; init; }

    /// <value>Of the body. 100, which is 20 s for a document, to 1,000,000,000; by default as fast as it goes.</value>
    [Range(100, 1_000_000_000, ErrorMessage = "Set Drip:{0} between {1} and {2}, or leave it out.")]
    public int? BytesPerSecond { get; init; }

    /// <value>Of the answers, evenly spread: 0.2 is every fifth. 0 to 1, default 1.</value>
    [Range(0.0, 1.0, ErrorMessage = "Set Drip:{0} between {1} and {2}.")]
    public double Share { get; init; } = 1;

    public bool IsOn => Share > 0 && (BeforeHeaders > TimeSpan.Zero || BeforeBody > TimeSpan.Zero || BytesPerSecond is not null);
}
