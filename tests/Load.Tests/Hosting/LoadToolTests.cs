namespace Load.Tests.Hosting;

/// <summary>Tests that run the load tool, each with a tool of its own.</summary>
public abstract class LoadToolTests : IDisposable
{
    private protected LoadTool Tool { get; } = new();

    public void Dispose()
    {
        Tool.Dispose();
        GC.SuppressFinalize(this);
    }
}
