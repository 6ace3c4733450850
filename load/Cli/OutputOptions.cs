using System.CommandLine;

namespace Load.Cli;

/// <summary>The options of <c>load run</c> that say what files to write.</summary>
internal sealed class OutputOptions
{
    private readonly Option<string> _folder = Opt.Folder();
    private readonly Option<string> _name = Opt.FileName("run");
    private readonly Option<string> _repeat = Opt.RepeatCommand();
    private readonly Option<string> _hgrm = Opt.Of(
        "--hgrm", null, "Write the latencies to this file too, as HdrHistogram's plotters read them.", ReadFile);

    public void AddTo(Command command)
    {
        command.Add(_folder);
        command.Add(_name);
        command.Add(_repeat);
        command.Add(_hgrm);
    }

    public string FolderOf(ParseResult given) => given.GetRequiredValue(_folder);

    public string NameOf(ParseResult given) => given.GetRequiredValue(_name);

    public string? RepeatOf(ParseResult given) => given.GetValue(_repeat);

    public string? HgrmOf(ParseResult given) => given.GetValue(_hgrm);

    /// <summary>Says why not.</summary>
    public bool CanWrite(ParseResult given, ToolContext context)
    {
        var beside = HgrmOf(given) is { } hgrm ? Path.GetDirectoryName(Path.GetFullPath(hgrm)) : null;
        return context.CanWriteTo(FolderOf(given)) && (beside is null || context.CanWriteTo(beside, "--hgrm"));
    }

    private static string ReadFile(string text) => text.Length > 0 && !Directory.Exists(text)
        ? text
        : throw new FormatException($"found \"{text}\", expected a file, such as latency.hgrm");
}
