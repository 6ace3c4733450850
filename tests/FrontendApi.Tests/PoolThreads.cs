using System.Runtime.CompilerServices;

namespace FrontendApi.Tests;

internal static class PoolThreads
{
    /// <summary>The stub back-end shares the thread pool with a front-end that is there to block it.</summary>
    [ModuleInitializer]
    internal static void Raise() => ThreadPool.SetMinThreads(64, 64);
}
