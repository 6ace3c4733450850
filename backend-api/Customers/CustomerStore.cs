using System.Collections.Frozen;

namespace BackendApi.Customers;

/// <summary>The sample customers, whose ids are 1, 2, 3 and so on without gaps, and their orders.</summary>
internal sealed class CustomerStore(IReadOnlyList<Customer> customers, IEnumerable<Order> orders)
{
    private readonly FrozenDictionary<int, Order> _orders = orders.ToFrozenDictionary(order => order.Id);

    public int LastCustomerId => customers.Count;

    public Customer? FindCustomer(int id) => id >= 1 && id <= LastCustomerId ? customers[id - 1] : null;

    /// <summary>Returns an order, or null if the given customer has no such order.</summary>
    public Order? FindOrder(Customer customer, int orderId) =>
        _orders.TryGetValue(orderId, out var order) && order.CustomerId == customer.Id ? order : null;

    public IEnumerable<Order> GetOrders(Customer customer) => customer.OrderIds.Select(id => _orders[id]);
}
