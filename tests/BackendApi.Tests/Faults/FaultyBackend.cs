using System.Net.Http.Headers;

namespace BackendApi.Tests.Faults;

/// <summary>A back-end whose faults can be switched.</summary>
public sealed class FaultyBackend : IDisposable
{
    public const string Customer = "/api/customer/1";
    public const string Token = "é";

    /// <summary>The back-end, in which no delay takes time.</summary>
    internal ServiceFactory<CustomerStore> Service { get; } = Create(new HurriedTime(), ("Faults:Token", Token));

    internal static ServiceFactory<CustomerStore> Create(TimeProvider time, params (string, string)[] settings) =>
        new([("Data:Customers", "1"), .. settings])
        {
            ExtraServices = services => services.AddSingleton(time),
        };

    internal static HttpClient CreateClient(ServiceFactory<CustomerStore> service, string? token = Token)
    {
        var handler = new SocketsHttpHandler { RequestHeaderEncodingSelector = (_, _) => System.Text.Encoding.UTF8 };
        var client = new HttpClient(handler) { BaseAddress = service.Address };
        if (token is not null)
            client.DefaultRequestHeaders.Add("X-Faults-Token", token);
        return client;
    }

    internal static async Task<int> PutAsync(HttpClient client, string faults)
    {
        using var content = new StringContent(faults, new MediaTypeHeaderValue("application/json"));
        using var response = await client.PutAsync("/faults", content, TestContext.Current.CancellationToken);
        return (int)response.StatusCode;
    }

    internal static async Task<int> GetStatusAsync(HttpClient client, string path = Customer)
    {
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
        return (int)response.StatusCode;
    }

    public void Dispose() => Service.Dispose();
}
