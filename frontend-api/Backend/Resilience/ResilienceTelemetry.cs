using Polly.Telemetry;

namespace FrontendApi.Backend.Resilience;

/// <summary>Counts what Polly reports, but not that a pipeline began and ended: the calls are counted already.</summary>
internal sealed class ResilienceTelemetry(FrontendMetrics metrics) : TelemetryListener
{
    public override void Write<TResult, TArgs>(in TelemetryEventArguments<TResult, TArgs> args)
    {
        if (args.Event.EventName is not ("PipelineExecuting" or "PipelineExecuted"))
            metrics.ResilienceEvent(args.Source.StrategyName ?? "pipeline", args.Event.EventName);
    }
}
