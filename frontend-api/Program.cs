using FrontendApi.Backend;
using FrontendApi.Customers;
using FrontendApi.Flags;
using FrontendApi.Ingestion;
using ServiceDefaults;
using ServiceDefaults.Health;

if (HealthProbe.IsAsked(args))
    return HealthProbe.Run(args, port: 5100);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5100);
builder.Services.AddBackend();
builder.Services.AddFlags();
builder.Services.AddCustomers();
builder.Services.AddIngestion();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.MapStrategies();
app.MapIngestion();
app.Run();
return 0;
