using System.Text.Json;
using System.Text.Json.Serialization;

namespace BackendApi.Customers;

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Customer))]
[JsonSerializable(typeof(Order))]
internal sealed partial class CustomerJsonContext : JsonSerializerContext;
