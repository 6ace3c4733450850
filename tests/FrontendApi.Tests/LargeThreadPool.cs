using FrontendApi.Tests;

[assembly: AssemblyFixture(typeof(LargeThreadPool))]

namespace FrontendApi.Tests;

/// <summary>
/// Raises the minimum of the thread pool for all tests, because the stub back-end shares the pool with a front-end
/// whose blocking strategies exhaust it.
/// </summary>
public sealed class LargeThreadPool
{
    public LargeThreadPool() => ThreadPool.SetMinThreads(64, 64);
}
