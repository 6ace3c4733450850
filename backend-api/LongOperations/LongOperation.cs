namespace BackendApi.LongOperations;

/// <param name="Ms">How long it waited, as it was asked to.</param>
internal sealed record LongOperation(int Ms)
{
    public static LongOperation Of(TimeSpan time) => new((int)time.TotalMilliseconds);
}
