using System.Globalization;

namespace FrontendApi.Customers;

/// <summary>The back-end's part of an answer, for the response header Server-Timing.</summary>
/// <param name="Duration">From the first call to the last object, parsing included.</param>
/// <param name="Calls">Calls made, retries included.</param>
internal readonly record struct BackendShare(TimeSpan Duration, int Calls)
{
    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"backend;dur={Duration.TotalMilliseconds:0.###};desc=\"{Calls} {(Calls is 1 ? "call" : "calls")}\"");
}
