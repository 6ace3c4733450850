using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace FrontendApi.Tests;

/// <summary>Signals when the front-end has noticed that the caller of a request disconnected.</summary>
internal sealed class DisconnectObserver(string path, Action disconnected) : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use((context, rest) =>
        {
            if (context.Request.Path.StartsWithSegments(path))
                context.RequestAborted.Register(disconnected);
            return rest(context);
        });
        next(app);
    };
}
