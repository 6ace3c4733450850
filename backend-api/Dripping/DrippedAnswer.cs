namespace BackendApi.Dripping;

/// <summary>An answer that comes late, or bit by bit; a caller who leaves ends it.</summary>
internal sealed class DrippedAnswer(IResult answer, DripOptions drip, TimeProvider time) : IResult
{
    private const int PiecesPerSecond = 20;

    public async Task ExecuteAsync(HttpContext context)
    {
        var (response, left) = (context.Response, context.RequestAborted);
        var body = response.Body;
        using var whole = new MemoryStream();
        response.Body = whole;
        await answer.ExecuteAsync(context);
        response.Body = body;

        await Task.Delay(drip.BeforeHeaders, time, left);
        await body.FlushAsync(left);
        await Task.Delay(drip.BeforeBody, time, left);
        await DripAsync(whole.GetBuffer().AsMemory(0, (int)whole.Length), body, left);
    }

    private async Task DripAsync(Memory<byte> document, Stream body, CancellationToken left)
    {
        var bytesPerSecond = drip.BytesPerSecond ?? int.MaxValue;
        var piece = Math.Max(1, bytesPerSecond / PiecesPerSecond);
        while (!document.IsEmpty)
        {
            var sent = Math.Min(piece, document.Length);
            await body.WriteAsync(document[..sent], left);
            await body.FlushAsync(left);
            document = document[sent..];
            if (!document.IsEmpty)
                await Task.Delay(TimeSpan.FromSeconds((double)sent / bytesPerSecond), time, left);
        }
    }
}
