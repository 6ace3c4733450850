using System.CommandLine;
using Studies.Commands;

namespace Studies.Studies;

/// <summary>
/// Compares responses of the back-end without compression, with gzip and with brotli over the size of a document, by
/// the CPU time of both services. Each has a front-end of its own, because the encoding is a setting of the process. On
/// loopback, the bytes that compression saves cost almost nothing: this study shows its price, and the sizes that a
/// slower network would have to carry.
/// </summary>
internal sealed class CompressionStudy : DocumentSizeStudy
{
    private static readonly string[] Levels = ["Fastest", "Optimal", "SmallestSize"];

    private readonly Option<string> _level = new("--level")
    {
        Description = $"The level of compression: {string.Join(", ", Levels)}.",
        HelpName = "LEVEL",
        DefaultValueFactory = _ => Levels[0],
    };

    public CompressionStudy()
        : base(
            "compression",
            "Compares responses of the back-end as they are, with gzip and with brotli, from 1 kB to 1 MB. Shows the CPU "
            + "time of both services.",
            "compression",
            ["none", "gzip", "brotli"])
    {
        _level.AcceptOnlyFromAmong(Levels);
        Add(_level);
    }

    protected override IReadOnlyList<string> GetBackendSettings(StudyContext context) =>
        ["--Compression:Enabled=true", $"--Compression:Level={context.Get(_level)}"];

    protected override string GetFrontendSetting(string value) => $"--Client:Compression={value}";

    protected override (string Name, string Value)? GetRequestHeader(string value) => value switch
    {
        "gzip" => ("Accept-Encoding", "gzip"),
        "brotli" => ("Accept-Encoding", "br"),
        _ => null,
    };
}
