namespace Studies.Hosting;

/// <summary>A distance between two processes: the time of one way, and the bytes per second in each.</summary>
internal sealed partial record NetworkDistance(TimeSpan OneWay, double BytesPerSecond)
{
    /// <summary>The address of a program that was placed at a distance.</summary>
    public const string FarAddress = "10.44.0.2";
    private const string NearAddress = "10.44.0.1";

    public static NetworkDistance None { get; } = new(TimeSpan.Zero, double.PositiveInfinity);

    /// <summary>Parses a time such as 5ms and a rate such as 100mbit, or none.</summary>
    public static NetworkDistance Parse(string roundTrip, string rate)
    {
        var unit = rate.Length < 4 ? ' ' : rate[^4];
        var bits = rate is "none" ? double.PositiveInfinity : ParseNumber(rate[..^4])
            * (unit switch { 'k' => 1e3, 'm' => 1e6, _ => 1e9 });
        return new(TimeSpan.FromMilliseconds(ParseNumber(roundTrip[..^2]) / 2), bits / 8);
    }

    public static bool IsTime(string text) => TimePattern().IsMatch(text);

    public static bool IsRate(string text) => RatePattern().IsMatch(text);

    /// <summary>Asks this system whether it can delay packets between network namespaces.</summary>
    public static async Task<bool> CanDelayPacketsAsync(CancellationToken stop)
    {
        string[] programs = ["unshare", "nsenter", "ip", "tc"];
        if (!OperatingSystem.IsLinux() || !programs.All(ProgramLocator.IsInstalled))
            return false;
        var probe = NetworkNamespace.Enter(
            new ProcessStartInfo("true"),
            "ip link add near type veth peer name far && tc qdisc add dev near root netem delay 1ms");
        return (await ProcessRunner.CaptureAsync(probe, stop)).ExitCode is 0;
    }

    /// <summary>
    /// Places a program in a network namespace of its own, which a cable connects with that of this process. Namespace
    /// and cable exist for as long as the program.
    /// </summary>
    public ProcessStartInfo PlaceFarAway(ProcessStartInfo program) => NetworkNamespace.Enter(
        program,
        // A cable that an earlier program has left is removed by the kernel, but only after a while.
        "ip link set lo up && { nsenter --net --target $PPID ip link delete near 2>/dev/null; "
        + "ip link add far type veth peer name near netns $PPID; } && "
        + $"{FormatEnd("far", FarAddress)} && nsenter --net --target $PPID sh -c '{FormatEnd("near", NearAddress)}'");

    private string FormatEnd(string device, string address) =>
        $"ip address add {address}/24 dev {device} && ip link set {device} up{FormatDelay(device)}";

    // Without the limit, more than a thousand packets on their way would be dropped.
    private string FormatDelay(string device)
    {
        if (this == None)
            return "";
        var rate = double.IsFinite(BytesPerSecond) ? $" rate {BytesPerSecond * 8:0}bit" : "";
        return $" && tc qdisc add dev {device} root netem delay {OneWay.TotalMicroseconds:0}us{rate} limit 100000";
    }

    private static double ParseNumber(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^\d{1,3}(\.\d+)?ms$")]
    private static partial Regex TimePattern();

    [GeneratedRegex(@"^([1-9]\d{0,4}[kmg]bit|none)$")]
    private static partial Regex RatePattern();
}
