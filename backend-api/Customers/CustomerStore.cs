using System.Collections.Frozen;
using BackendApi.Customers.Making;
using Microsoft.Extensions.Options;

namespace BackendApi.Customers;

internal sealed class CustomerStore
{
    private readonly Customer[] _customers;
    private readonly FrozenDictionary<int, Order> _orders;

    public CustomerStore(IOptions<DataOptions> options, CustomerMaker customers, OrderMaker orders)
    {
        _customers = [.. Enumerable.Range(1, options.Value.Customers).Select(customers.Make)];
        _orders = _customers
            .SelectMany(customer => customer.OrderIds.Select(id => orders.Make(id, customer)))
            .ToFrozenDictionary(order => order.Id);
    }

    /// <summary>Customers have the ids from 1 to this one.</summary>
    public int LastCustomerId => _customers.Length;

    public int OrderCount => _orders.Count;

    public Customer? FindCustomer(int id) => id >= 1 && id <= LastCustomerId ? _customers[id - 1] : null;

    /// <summary>An order of another customer is not found.</summary>
    public Order? FindOrder(Customer customer, int orderId) =>
        _orders.TryGetValue(orderId, out var order) && order.CustomerId == customer.Id ? order : null;
}
