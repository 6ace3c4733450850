using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace TwoTier.Load.Scenarios;

/// <summary>
/// Reads YAML, which includes JSON, in one pass, and only what a key expects at a place: nothing is built from anything
/// else, however deep it is. The first error ends the reading.
/// </summary>
internal sealed class YamlReader(SourceSpan source)
{
    private const int MaxDepth = 50;
    private readonly Parser _parser = new(new StringReader(source.Text));

    /// <summary>The line of the next value.</summary>
    public SourceSpan Place => SpanAt(_parser.Current!.Start);

    /// <summary>Reads a file, or the value of an option, in which errors have no line.</summary>
    public static void Read(SourceSpan source, Action<YamlReader> read) => new YamlReader(source).ReadDocument(read);

    /// <summary>Reads a mapping whose values <paramref name="readValue"/> reads.</summary>
    public void ReadMapping(string example, Action<SourceSpan> readValue)
    {
        if (!_parser.TryConsume<MappingStart>(out _))
            throw CreateShapeError("a mapping of keys to values", example);
        var names = new HashSet<string>();
        while (!_parser.TryConsume<MappingEnd>(out _))
        {
            var name = ReadText("a key", example);
            readValue(names.Add(name.Text)
                ? name
                : throw ParseException.Create($"the key \"{name.Text}\" occurs twice", "to remove one").At(name));
        }
    }

    /// <summary>Skips a value, unless it is so deep that the YAML parser would take minutes.</summary>
    public void Skip()
    {
        var depth = 0;
        do
        {
            depth += _parser.Consume<ParsingEvent>().NestingIncrease;
            if (depth > MaxDepth)
                throw ParseException.Create($"the YAML is nested more than {MaxDepth} levels deep").At(Place);
        }
        while (depth > 0);
    }

    /// <summary>
    /// Reads the value of a key: one text; a list of texts, which may be a comma-separated text; a mapping if the texts
    /// have names, such as headers; or a list of items, which <paramref name="addItem"/> reads.
    /// </summary>
    /// <returns>The texts.</returns>
    public IReadOnlyList<SourceSpan> ReadValue(Key key, Action addItem)
    {
        var (place, texts) = (Place, new List<SourceSpan>());
        var canBeList = key.IsRepeatable || key.IsCommaSeparated || key.AddItem is not null;
        if (canBeList && _parser.TryConsume<SequenceStart>(out _))
        {
            if (_parser.Accept<SequenceEnd>(out _))
                throw ParseException.Create("the list is empty").At(place);
            while (!_parser.TryConsume<SequenceEnd>(out _))
            {
                if (key.AddItem is null || (key.Set is not null && _parser.Accept<Scalar>(out _)))
                    texts.Add(ReadText("a single value", key.Default));
                else
                    addItem();
            }

            return key.IsRepeatable || texts.Count == 0
                ? texts
                : [place with { Text = string.Join(',', texts.Select(text => text.Text)) }];
        }

        if (key.NameSeparator is { } separator && _parser.Accept<MappingStart>(out _))
        {
            ReadMapping("name: value", name => texts.Add(
                name with { Text = name.Text + separator + ReadText("a single value", null).Text }));
            return texts;
        }

        var expected = key.IsRepeatable ? "a single value or a list of values" : "a single value";
        return key.Set is not null
            ? [ReadText(expected, key.Default)]
            : throw CreateShapeError("a list", $"- {key.ItemKeys[0].Name}: …");
    }

    private void ReadDocument(Action<YamlReader> read)
    {
        try
        {
            // The YAML parser would take a NUL character for the end of the text.
            if (source.Text.Contains('\0', StringComparison.Ordinal))
                throw ParseException.Create("the YAML contains a NUL character").At(SpanAt(Mark.Empty));
            _parser.Consume<StreamStart>();
            if (!_parser.TryConsume<DocumentStart>(out _))
                throw ParseException.Create("the YAML is empty").At(SpanAt(Mark.Empty));
            read(this);
            _parser.Consume<DocumentEnd>();
            if (!_parser.TryConsume<StreamEnd>(out _))
                throw ParseException.Create("the YAML has more than one document (---)").At(Place);
        }
        catch (YamlException e)
        {
            throw CreateSyntaxError(e.Message.TrimEnd('.'), SpanAt(e.Start));
        }
        catch (InvalidOperationException)
        {
            // For some plain text in brackets, the YAML parser throws this exception, which has no position.
            throw CreateSyntaxError("the rest of the text cannot be parsed", Place);
        }
    }

    private ParseException CreateSyntaxError(string reason, SourceSpan place) => ParseException.Create(
        $"invalid YAML: {reason}",
        source.Text.Contains("{{{", StringComparison.Ordinal) ? "quotes around every value that contains {{{" : null)
        .At(place);

    private SourceSpan ReadText(string expected, string? example) =>
        _parser.Accept<Scalar>(out var scalar) && !IsNull(scalar)
            ? SpanAt(scalar.Start, _parser.Consume<Scalar>().Value)
            : throw CreateShapeError(expected, example);

    private ParseException CreateShapeError(string expected, string? example)
    {
        var found = _parser.Current switch
        {
            AnchorAlias => "an alias (*), which is not supported",
            Scalar scalar when IsNull(scalar) => "missing",
            Scalar scalar => $"\"{scalar.Value}\"",
            SequenceStart => "a list",
            MappingStart { Style: MappingStyle.Flow } when source.Text.Contains("{{{", StringComparison.Ordinal) =>
                "a mapping, because {{{ has no quotes around it",
            _ => "a mapping of keys to values",
        };
        return ParseException.Create($"the value is {found}; expected {expected}", example).At(Place);
    }

    // The place of a text in a block, or of one that is folded, is its start.
    private SourceSpan SpanAt(Mark start, string text = "") =>
        new(text, source.Source, source.Line is null ? null : (int)start.Line);

    private static bool IsNull(Scalar scalar) =>
        scalar.Style == ScalarStyle.Plain && scalar.Value is "" or "~" or "null" or "Null" or "NULL";
}
