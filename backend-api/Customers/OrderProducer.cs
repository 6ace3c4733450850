using System.Runtime.CompilerServices;
using BackendApi.SlowResponses;
using Microsoft.Extensions.Options;

namespace BackendApi.Customers;

/// <summary>
/// Produces the orders of a customer one after the other, each after the time SlowResponses:BeforeEachOrder: a list
/// whose parts come from somewhere else, such as a database.
/// </summary>
internal sealed class OrderProducer(CustomerStore store, IOptions<SlowResponseOptions> options, TimeProvider time)
{
    public async IAsyncEnumerable<Order> ProduceAsync(
        Customer customer, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var id in customer.OrderIds)
        {
            if (options.Value.BeforeEachOrder > TimeSpan.Zero)
                await Task.Delay(options.Value.BeforeEachOrder, time, cancellationToken);
            yield return store.FindOrder(customer, id)!;
        }
    }
}
