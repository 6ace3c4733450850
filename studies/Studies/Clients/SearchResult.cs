namespace Studies.Studies.Clients;

/// <summary>A document of the document server, as a client deserializes it.</summary>
internal sealed class SearchResult
{
    public int Total { get; set; }
    public List<SearchHit> Hits { get; set; } = [];
}

/// <summary>An entry of a search result. Its properties are settable, as in most classes for deserialization.</summary>
internal sealed class SearchHit
{
    public int Id { get; set; }
    public string Title { get; set; } = "";
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
