using System.Collections.Frozen;

namespace BackendApi.Customers;

/// <summary>All customers, with ids from 1 without gaps, and their orders.</summary>
internal sealed class CustomerStore(IReadOnlyList<Customer> customers, IEnumerable<Order> orders)
{
    private readonly FrozenDictionary<int, Order> _orders = orders.ToFrozenDictionary(order => order.Id);

    /// <summary>The largest id of a customer.</summary>
    public int LastCustomerId => customers.Count;

    public int OrderCount => _orders.Count;

    public Customer? FindCustomer(int id) => id >= 1 && id <= LastCustomerId ? customers[id - 1] : null;

    /// <summary>Finds an order of the given customer. Orders of other customers are not found.</summary>
    public Order? FindOrder(Customer customer, int orderId) =>
        _orders.TryGetValue(orderId, out var order) && order.CustomerId == customer.Id ? order : null;
}
