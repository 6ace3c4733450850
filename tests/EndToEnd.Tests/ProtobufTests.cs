namespace EndToEnd.Tests;

public sealed class ProtobufTests
{
    [Fact]
    public void MessagesOfBothServices_Compared_DifferOnlyInTheirNamespace()
    {
        string[] files = ["backend-api/Customers/customers.proto", "frontend-api/Backend/customers.proto"];

        var texts = files.Select(file => File.ReadAllLines(Path.Combine(Repository.Root, file))
            .Where(line => !line.StartsWith("option csharp_namespace", StringComparison.Ordinal)));

        string.Join('\n', texts.Last()).ShouldBe(string.Join('\n', texts.First()));
    }
}
