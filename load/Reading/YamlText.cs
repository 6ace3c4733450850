using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Load.Reading;

/// <summary>Reads YAML (so JSON too) into nodes that know where they stand.</summary>
internal sealed class YamlText
{
    private readonly string _text;
    private readonly string _source;
    private readonly bool _isFile;

    private YamlText(string text, string source, bool isFile) => (_text, _source, _isFile) = (text, source, isFile);

    /// <returns>Null if it is no YAML, which is then among the mistakes.</returns>
    public static Node? OfFile(string path, string text, MistakeList mistakes) =>
        new YamlText(text, path, isFile: true).Read(mistakes);

    /// <returns>Null if it is no YAML, which is then among the mistakes.</returns>
    public static Node? OfOption(Piece option, MistakeList mistakes) =>
        new YamlText(option.Text, option.Source, isFile: false).Read(mistakes);

    private Node? Read(MistakeList mistakes)
    {
        var parser = new Parser(new StringReader(_text));
        try
        {
            var yaml = new YamlStream();
            yaml.Load(parser);
            if (yaml.Documents is [var only])
                return ToNode(only.RootNode);
            mistakes.Add(PieceAt(1, 1, ""), yaml.Documents.Count == 0 ? "there is nothing in it" : "more than one document (---)");
        }
        catch (YamlException e)
        {
            Refuse(e.Start, e.Message.TrimEnd('.'), mistakes);
        }
        catch (InvalidOperationException)
        {
            // What the parser throws of some plain text in brackets, in place of an error with a place.
            Refuse(parser.Current?.End ?? Mark.Empty, "it cannot be read from here on", mistakes);
        }

        return null;
    }

    private void Refuse(Mark mark, string why, MistakeList mistakes)
    {
        var (line, column) = ((int)mark.Line, (int)mark.Column);
        mistakes.Add(
            PieceAt(line, column, RestOf(line, column)),
            $"this is no YAML: {why}",
            _text.Contains("{{{", StringComparison.Ordinal) ? "quotes around every value that holds {{{" : null);
    }

    private Node ToNode(YamlNode node)
    {
        var (line, column) = ((int)node.Start.Line, (int)node.Start.Column);
        return node switch
        {
            YamlScalarNode scalar => new Node(Text(scalar, line, column)),
            YamlSequenceNode list => new Node(PieceAt(line, column, RestOf(line, column)))
            {
                Items = [.. list.Children.Select(ToNode)],
            },
            YamlMappingNode names => new Node(PieceAt(line, column, RestOf(line, column)))
            {
                Entries = [.. names.Children.Select(pair => (ToNode(pair.Key).Piece, ToNode(pair.Value)))],
            },
            _ => throw new InvalidOperationException($"YAML has no {node.NodeType} here"),
        };
    }

    private Piece Text(YamlScalarNode scalar, int line, int column)
    {
        var text = scalar.Value ?? "";
        switch (scalar.Style)
        {
            case ScalarStyle.Literal or ScalarStyle.Folded:
                var indent = LineAt(line + 1).TakeWhile(c => c == ' ').Count();
                return PieceAt(line + 1, indent + 1, text) with { Indent = indent };
            case ScalarStyle.SingleQuoted or ScalarStyle.DoubleQuoted:
                return PieceAt(line, column + 1, text);
            default:
                return PieceAt(line, column, text);
        }
    }

    private Piece PieceAt(int line, int column, string text) =>
        _isFile ? new Piece(text, _source, line, column) : new Piece(text, _source);

    private string RestOf(int line, int column) => LineAt(line) is var text && column <= text.Length ? text[(column - 1)..] : "";

    private string LineAt(int line) => _text.Split('\n').ElementAtOrDefault(line - 1)?.TrimEnd('\r') ?? "";
}
