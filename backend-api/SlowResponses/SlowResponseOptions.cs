using System.ComponentModel.DataAnnotations;

namespace BackendApi.SlowResponses;

/// <summary>
/// Delays the responses of the customer routes, or sends them in pieces. Off by default. Configuration section
/// <c>SlowResponses</c>.
/// </summary>
internal sealed class SlowResponseOptions
{
    public const string Section = "SlowResponses";

    /// <summary>The former name of the configuration section SlowResponses, which still works.</summary>
    public const string FormerSectionName = "Drip";

    private const string TimeError = "Set SlowResponses:{0} to a time between 00:00:00 and 00:01:00.";

    /// <summary>The delay before the status and the headers of a response. From 0 to 1 min; the default is 0.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00", ErrorMessage = TimeError)]
    public TimeSpan BeforeHeaders { get; init; }

    /// <summary>The delay between the headers and the body of a response. From 0 to 1 min; the default is 0.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00", ErrorMessage = TimeError)]
    public TimeSpan BeforeBody { get; init; }

    /// <summary>
    /// The delay before each order of a list of orders. It applies to every list, whatever the share. From 0 to 1 min;
    /// the default is 0.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00", ErrorMessage = TimeError)]
    public TimeSpan BeforeEachOrder { get; init; }

    /// <summary>
    /// The number of bytes of a response body that are sent per second. From 100, with which a document takes 10 to 20
    /// s, to 1,000,000,000; null, the default, means unlimited.
    /// </summary>
    [Range(100, 1_000_000_000, ErrorMessage =
        "Set SlowResponses:{0} to a number between {1} and {2}, or leave it out.")]
    public int? BytesPerSecond { get; init; }

    /// <summary>
    /// The share of the responses that are slow, evenly distributed: with 0.2, every fifth response is slow. From 0 to
    /// 1; the default is 1.
    /// </summary>
    [Range(0.0, 1.0, ErrorMessage = "Set SlowResponses:{0} to a number between {1} and {2}.")]
    public double Share { get; init; } = 1;

    public bool IsEnabled => Share > 0
        && (BeforeHeaders > TimeSpan.Zero || BeforeBody > TimeSpan.Zero || BytesPerSecond is not null);
}
