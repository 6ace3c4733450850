using System.Diagnostics;
using System.Security.Cryptography;

namespace BackendApi.Faults;

/// <summary>
/// Burns CPU time with a fixed number of hashes for each millisecond, so that a busy machine takes longer for them, and
/// not fewer of them. The number is that of this machine when the service starts.
/// </summary>
internal sealed class CpuBurner
{
    private const int CalibrationHashes = 2_000;
    private const int Calibrations = 10;

    public CpuBurner()
    {
        Hash(CalibrationHashes); // loads the library
        // The shortest time is the one in which no other thread had the core.
        var fastest = Enumerable.Range(0, Calibrations).Min(_ =>
        {
            var started = Stopwatch.GetTimestamp();
            Hash(CalibrationHashes);
            return Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        });
        HashesPerMillisecond = Math.Max(1, (int)(CalibrationHashes / fastest));
    }

    public int HashesPerMillisecond { get; }

    public void Burn(int milliseconds) => Hash(milliseconds * HashesPerMillisecond);

    private static void Hash(int count) =>
        Rfc2898DeriveBytes.Pbkdf2("password"u8, "salt"u8, count, HashAlgorithmName.SHA256, 32);
}
