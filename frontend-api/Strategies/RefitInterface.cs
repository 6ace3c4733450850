using FrontendApi.Backend;
using Refit;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls the methods of an interface, which Refit implements when the front-end is built. An
/// implementation is two small objects, made for each call; the settings are made once. Refit reads the headers first,
/// so nothing would limit the size of a body.
/// </summary>
internal sealed class RefitInterface() : Strategy(
    "refit", "Refit, a generated implementation of an interface; System.Text.Json, reflection", "Refit, 2013")
{
    private const string Limits = "limits";

    private static readonly RefitSettings Settings = new()
    {
        ExceptionFactory = CheckAsync,
        TransportExceptionFactory = (_, exception, _) => exception,
        DeserializationExceptionFactory = (_, exception) => new(exception),
    };

    protected override async Task<T?> ReadAsync<T>(
        BackendCalls calls, BackendResource resource, CancellationToken cancellationToken)
        where T : class
    {
        var api = RestService.ForGenerated<IBackendApi>(calls.Client!, Settings);
        var limits = new ReadLimits(calls.Client!.MaxResponseContentBufferSize, cancellationToken);
        return resource.OrderId is 0
            ? await api.GetCustomerAsync(resource.CustomerId, limits, cancellationToken) as T
            : await api.GetOrderAsync(resource.CustomerId, resource.OrderId, limits, cancellationToken) as T;
    }

    // The default would read the body of an error without a limit, and keep the response.
    private static async ValueTask<Exception?> CheckAsync(HttpResponseMessage response)
    {
        response.EnsureSuccessStatusCode();
        response.RequestMessage!.Options.TryGetValue(new HttpRequestOptionsKey<object>(Limits), out var value);
        var limits = (ReadLimits)value!;
        await response.Content.LoadIntoBufferAsync(limits.MaxBytes, limits.Stop);
        return null;
    }

    internal sealed record ReadLimits(long MaxBytes, CancellationToken Stop);

    internal interface IBackendApi
    {
        [Get("/api/customer/{id}")]
        Task<Customer> GetCustomerAsync(
            int id, [Property(Limits)] ReadLimits limits, CancellationToken cancellationToken);

        [Get("/api/customer/{customerId}/order/{id}")]
        Task<Order> GetOrderAsync(
            int customerId, int id, [Property(Limits)] ReadLimits limits, CancellationToken cancellationToken);
    }
}
