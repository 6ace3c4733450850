namespace BackendApi.SampleData;

/// <summary>The parts of the sentences in the sample data: only characters that no JSON encoder escapes.</summary>
internal static class SentenceParts
{
    public static readonly SentenceGenerator Notes = new(
        openings:
        [
            "Called to", "Wrote to", "Came in to", "Rang twice to", "Sent an email to", "Stopped by to",
            "Asked by phone to", "Left a message to", "Spoke with sales to", "Visited the shop to",
        ],
        middles:
        [
            "pay early", "order again", "give a new address", "change the delivery day", "confirm the invoice address",
            "thank the packing team", "ask about gift wrapping", "return a spare part", "book a morning slot",
            "renew the service plan", "query a shipping charge", "add a second phone number", "replace a damaged box",
            "compare two models", "arrange a collection", "track a late parcel",
        ],
        endings:
        [
            "", " today", " next week", " before the holidays", " for a relative", " on behalf of a neighbour",
            " and was happy with the answer", " after the stock check", " without delay", " as agreed last month",
        ]);

    public static readonly SentenceGenerator Descriptions = new(
        openings:
        [
            "The frame", "The finish", "The surface", "Each part", "Every piece", "This model", "The new edition",
            "The standard version", "The material", "The whole product",
        ],
        middles:
        [
            "is light but strong", "is easy to clean", "is checked by hand", "is made to last",
            "was tested for two years", "wipes clean with a damp cloth", "carries a five year guarantee",
            "is made from recycled stock", "keeps its shape", "ages gracefully", "does not scratch", "holds its colour",
            "can be repaired", "feels solid in the hand",
        ],
        endings:
        [
            "", " and looks good", " even after heavy use", " in any season", " at no extra cost",
            " as our buyers confirm", " and looks the part", " like the one before it", " for a fair price",
            " and has won two design awards",
        ]);

    public static readonly string[] Products =
    [
        "Desk lamp", "Bookshelf", "Office chair", "Folding table", "Backpack", "Suitcase", "Wall clock", "Kettle",
        "Toaster", "Laundry basket", "Umbrella", "Picture frame", "Camping stool", "Storage box", "Mirror", "Lunch box",
    ];
}
