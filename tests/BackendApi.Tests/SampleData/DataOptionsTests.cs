using BackendApi.SampleData;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace BackendApi.Tests.SampleData;

public sealed class DataOptionsTests
{
    // The test starts a plain host, because WebApplicationFactory may report a failed start as an
    // ObjectDisposedException.
    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("100001")]
    public async Task CustomerCountOutOfBounds_StartService_FailsWithAdvice(string customers)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration["Data:Customers"] = customers;
        builder.Services.AddSampleData();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Failures.ShouldHaveSingleItem().ShouldEndWith(
            "Data:Customers must be from 1 to 100000: set it in appsettings.json, as Data__Customers=1000 in the "
            + "environment, or as --Data:Customers=1000 on the command line.'.");
    }

    [Theory]
    [InlineData("1000", "1023")]
    [InlineData("1", "1048577")]
    [InlineData("129", "1048576")]
    public async Task DocumentsTooSmallOrTooLarge_StartService_FailsWithAdvice(string customers, string bytes)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration["Data:Customers"] = customers;
        builder.Configuration["Data:CustomerBytes"] = bytes;
        builder.Services.AddSampleData();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Failures.ShouldHaveSingleItem().ShouldStartWith("Set Data:CustomerBytes to a number from 1024 to");
    }

    [Theory]
    [InlineData("-1")]
    [InlineData("10")]
    public async Task OrderCountOutOfBounds_StartService_FailsWithAdvice(string orders)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration["Data:OrdersPerCustomer"] = orders;
        builder.Services.AddSampleData();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Failures.ShouldHaveSingleItem().ShouldContain(
            "Set Data:OrdersPerCustomer to a number from 1 to 9, or to 0 for 1 to 3 orders.");
    }

    [Fact]
    public void NoConfiguration_Options_HaveTheDocumentedDefaults()
    {
        var options = new DataOptions();

        options.Seed.ShouldBe(2014);
        options.Customers.ShouldBe(1_000);
        options.CustomerBytes.ShouldBe(0);
        options.OrdersPerCustomer.ShouldBe(0);
    }
}
