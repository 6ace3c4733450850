using FrontendApi.Backend;
using FrontendApi.Customers;
using FrontendApi.Ingestion;
using ServiceDefaults;

HealthProbe.ExitIfRequested(args, port: 5100);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5100);
builder.Services.AddBackend(builder.Configuration);
builder.Services.AddCustomers();
builder.Services.AddIngestion();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.MapIngestion();
app.Run();
