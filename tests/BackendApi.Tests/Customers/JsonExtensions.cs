using System.Text.Json;

namespace BackendApi.Tests.Customers;

internal static class JsonExtensions
{
    public static string PropertyNames(this Document document) => document.Json.PropertyNames();

    public static string PropertyNames(this Document document, string property) =>
        document.Json.GetProperty(property).PropertyNames();

    public static string PropertyNames(this JsonElement json) =>
        string.Join(',', json.EnumerateObject().Select(property => property.Name));
}
