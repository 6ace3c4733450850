using System.Text.Json;
using System.Text.Json.Serialization;

namespace Benchmarks.Documents;

/// <summary>The answer to a search: a document with as many hits as are needed to reach a given size.</summary>
internal sealed class SearchResult
{
    private static readonly JsonSerializerOptions WriteOptions = new(JsonSerializerOptions.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    private static readonly string[] Titles =
        ["Brass desk lamp", "Oiled oak shelf", "Green glass shade", "Wrought bracket"];

    public int Total { get; set; }

    public List<SearchHit> Hits { get; set; } = [];

    /// <summary>
    /// Creates a search result as JSON in UTF-8. It is larger than the given size by less than one hit.
    /// </summary>
    /// <param name="bytes">The smallest size of the document, in bytes.</param>
    public static byte[] CreateDocument(int bytes)
    {
        var result = new SearchResult();
        for (var size = GetSize(result); size < bytes; size += GetSize(result.Hits[^1]) + 1)
            result.Hits.Add(CreateHit(result.Hits.Count + 1));
        result.Total = result.Hits.Count;
        return JsonSerializer.SerializeToUtf8Bytes(result, WriteOptions);
    }

    private static int GetSize<T>(T part) => JsonSerializer.SerializeToUtf8Bytes(part, WriteOptions).Length;

    private static SearchHit CreateHit(int id) => new()
    {
        Id = id,
        Title = Titles[id % Titles.Length],
        Score = Math.Round(1 - (id % 500 / 1000.0), 3),
        Price = 10.95m + (id % 90),
        DiscountPercent = id % 4 * 5,
        RatingAverage = 3 + (id % 20 / 10.0),
        RatingCount = id % 1_700,
        InStock = id % 3 is not 0,
        StockQuantity = id % 400,
        LeadTimeDays = id % 14,
        CategoryId = id % 60,
        SupplierId = 4_000 + (id % 300),
        WeightGrams = 100 + (id % 9_000),
        AddedAt = new(2021, 2, 1 + (id % 28), id % 24, id % 60, 0, TimeSpan.Zero),
    };
}

/// <summary>
/// One hit of a search result. It has settable properties, like most classes into which documents are read.
/// </summary>
internal sealed class SearchHit
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    // Always null. Without it, an object would be smaller than those of the committed results.
    public string? Summary { get; set; }

    public double Score { get; set; }

    public decimal Price { get; set; }

    public int DiscountPercent { get; set; }

    public double RatingAverage { get; set; }

    public int RatingCount { get; set; }

    public bool InStock { get; set; }

    public int StockQuantity { get; set; }

    public int LeadTimeDays { get; set; }

    public int CategoryId { get; set; }

    public int SupplierId { get; set; }

    public int WeightGrams { get; set; }

    public DateTimeOffset AddedAt { get; set; }
}
