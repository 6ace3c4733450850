using FrontendApi.Customers.Strategies;

namespace FrontendApi.Customers;

/// <summary>How one request is to be answered: its flags, and the defaults where it has none.</summary>
/// <param name="Strategy">From the catalogue.</param>
/// <param name="ClientLifetime">own for a WebClient strategy.</param>
/// <param name="FanOut">sequential or parallel.</param>
/// <param name="Resilience">none or standard.</param>
internal sealed record CallPlan(Strategy Strategy, string ClientLifetime, string FanOut, string Resilience);
