using System.Text;

namespace Load.Tests.Hosting;

/// <summary>A writer whose reader has left.</summary>
internal sealed class AbandonedWriter : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;

    public override void WriteLine(string? value) => throw new IOException("Broken pipe");
}
