using FrontendApi.Backend;
using Refit;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls the methods of an interface, which Refit implements when the front-end is built. An
/// implementation is two small objects, made for each call; the settings are made once. Refit reads the headers first,
/// so nothing would limit the size of a body.
/// </summary>
internal sealed class RefitInterface() : TypedClientStrategy(
    "refit", "Refit, a generated implementation of an interface; System.Text.Json, reflection", "Refit, 2013")
{
    private static readonly RefitSettings Settings = new()
    {
        ExceptionFactory = CheckAsync,
        TransportExceptionFactory = (_, exception, _) => exception,
        DeserializationExceptionFactory = (_, exception) => new(exception),
    };

    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, BackendResource resource, CancellationToken cancellationToken)
        where T : class
    {
        var api = RestService.ForGenerated<IBackendApi>(client, Settings);
        return resource.OrderId is 0
            ? await api.GetCustomerAsync(resource.CustomerId, cancellationToken) as T
            : await api.GetOrderAsync(resource.CustomerId, resource.OrderId, cancellationToken) as T;
    }

    // The default would read the body of an error without a limit, and keep the response.
    private static async ValueTask<Exception?> CheckAsync(HttpResponseMessage response)
    {
        response.EnsureSuccessStatusCode();
        var calls = BackendCalls.Current!;
        await response.Content.LoadIntoBufferAsync(
            calls.Client!.MaxResponseContentBufferSize, calls.CancellationToken);
        return null;
    }

    internal interface IBackendApi
    {
        [Get("/api/customer/{id}")]
        Task<Customer> GetCustomerAsync(int id, CancellationToken cancellationToken);

        [Get("/api/customer/{customerId}/order/{id}")]
        Task<Order> GetOrderAsync(int customerId, int id, CancellationToken cancellationToken);
    }
}
