using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Backend;

/// <summary>Where the back-end is and how long a read from it may take. Section <c>Backend</c>.</summary>
internal sealed class BackendOptions
{
    public const string Section = "Backend";

    /// <value>An absolute http or https address without a path. Default: http://localhost:5101.</value>
    [Required(ErrorMessage = "Set Backend:BaseAddress to an address such as http://localhost:5101.")]
    public Uri BaseAddress { get; set; } = new("http://localhost:5101");

    /// <value>
    /// For a whole read, headers and body; for a blocking WebClient see WebClientConnections. 10 ms to 10 min, default 10 s.
    /// </value>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00",
        ErrorMessage = "Set Backend:Timeout between 00:00:00.010 and 00:10:00.")]
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(10);

    public bool HasUsableAddress => BaseAddress is { IsAbsoluteUri: true, Scheme: "http" or "https", AbsolutePath: "/" };
}
