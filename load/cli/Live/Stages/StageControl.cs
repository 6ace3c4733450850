using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;

namespace TwoTier.Load.Cli.Live.Stages;

/// <summary>
/// The HTTP API with which the page of load that does not end swaps the variant, changes the number of connections,
/// kills a service, and asks for a proof of what it shows.
/// </summary>
internal sealed class StageControl
{
    private readonly StageRunner _stage;
    private readonly string _baseline;
    private readonly StageService? _service;

    public StageControl(StageRunner stage, string baseline, StageService? service)
    {
        (_stage, _baseline, _service) = (stage, baseline, service);
        if (service is not null)
            service.Changed += PublishService;
    }

    /// <summary>The reporter of what the page shows: the stage, or a proof.</summary>
    public LiveReporter? Shown { get; set; }

    /// <summary>Describes what the page controls.</summary>
    public StageHeader Describe() => new(_service?.Name, _service?.State);

    /// <summary>Maps the endpoints, which the group protects.</summary>
    public void Map(RouteGroupBuilder api)
    {
        api.MapPost("/stage/variant", (VariantRequest request) => Answer(
            _stage.TryShowVariant(request.Variant), "There is no variant of this name."));
        api.MapPost("/stage/connections", (ConnectionsRequest request) => Answer(
            _stage.TrySetConnections(request.Connections),
            $"The connections must be 1 to {StageRunner.MaxConnections}."));
        api.MapPost("/stage/proof", (ProofRequest request) => Prove(request.Shown));
        if (_service is not null)
            api.MapPost("/stage/service", ChangeServiceAsync);
    }

    private IResult Prove(bool isShown)
    {
        if (isShown && _stage.Variant == _baseline)
            return Answer(false, $"Show another variant first: it is compared with {_baseline}.");
        _stage.SetProof(isShown);
        return Answer(true);
    }

    private async Task<IResult> ChangeServiceAsync(ServiceRequest request) =>
        await _service!.TryChangeAsync(request.Running)
            ? TypedResults.NoContent()
            : Problem(StatusCodes.Status502BadGateway, $"{_service.Name} could not be killed or started.");

    private void PublishService(string state)
    {
        Shown?.PublishService(_service!.Name, state);
        if (state is StageService.Running)
            _stage.ShowAgain();
    }

    private static IResult Answer(bool isAccepted, string problem = "") => isAccepted
        ? TypedResults.NoContent()
        : Problem(StatusCodes.Status400BadRequest, problem);

    private static ProblemHttpResult Problem(int status, string detail) =>
        TypedResults.Problem(statusCode: status, detail: detail);

    /// <summary>The body of a request that shows another variant.</summary>
    internal sealed record VariantRequest(string? Variant);

    /// <summary>The body of a request that changes the load.</summary>
    internal sealed record ConnectionsRequest(int Connections);

    /// <summary>The body of a request that proves what is shown, or goes back to the stage.</summary>
    internal sealed record ProofRequest(bool Shown);
}
