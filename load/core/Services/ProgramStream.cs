using System.Diagnostics;

namespace TwoTier.Load.Services;

/// <summary>The output and the input of a program, as one stream. Disposing ends the program.</summary>
internal sealed class ProgramStream(Process program) : Stream
{
    private readonly Stream _output = program.StandardOutput.BaseStream;
    private readonly Stream _input = program.StandardInput.BaseStream;

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => Length; set => SetLength(value); }
    public override void Flush() => _input.Flush();
    public override int Read(byte[] buffer, int offset, int count) => _output.Read(buffer, offset, count);
    public override ValueTask<int> ReadAsync(Memory<byte> to, CancellationToken stop) => _output.ReadAsync(to, stop);
    public override long Seek(long offset, SeekOrigin origin) => Length;
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => _input.Write(buffer, offset, count);
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> from, CancellationToken stop) =>
        _input.WriteAsync(from, stop);

    protected override void Dispose(bool disposing)
    {
        program.Kill();
        program.Dispose();
        base.Dispose(disposing);
    }
}
