/// The products, in the order of their ids.
struct SampleProduct {
    let sku: String
    let name: String
    let category: String
    let origin: String?
    let process: String?
    let roast: String?
    let grams: Int?
    /// Unit: cents of a euro.
    let price: Int
    let cost: Int
    let launched: Int
    let isActive: Bool
    /// How often it is bought, relative to the other products.
    let weight: Int

    /// The price on a day: one step lower in each earlier year of trade, in whole ten cents.
    func price(on day: Int) -> Int {
        let percent = day < SampleCalendar.day(2024, 7, 1) ? 93 : day < SampleCalendar.day(2025, 7, 1) ? 96 : 100
        return (price * percent / 100 + 5) / 10 * 10
    }
}

enum SampleCatalogue {
    private typealias Coffee = (code: String, name: String, origin: String, process: String, roast: String, price: Int, weight: Int, launched: Int)

    private static let early = SampleCalendar.day(2019, 2, 1)

    /// Price of 250 g in cents.
    private static let coffees: [Coffee] = [
        ("YIR", "Kochere", "Ethiopia", "washed", "light", 1390, 9, early),
        ("GUJ", "Guji Highlands", "Ethiopia", "natural", "light", 1450, 7, early),
        ("SID", "Sidama Bensa", "Ethiopia", "honey", "light", 1520, 4, SampleCalendar.day(2024, 3, 4)),
        ("NYE", "Nyeri Peak", "Kenya", "washed", "light", 1590, 5, early),
        ("KIR", "Kirinyaga", "Kenya", "washed", "medium", 1490, 4, early),
        ("HUI", "Huila Sunrise", "Colombia", "washed", "medium", 1190, 12, early),
        ("NAR", "Nariño Alto", "Colombia", "honey", "medium", 1290, 6, early),
        ("ANT", "Antigua Volcano", "Guatemala", "washed", "medium", 1250, 8, early),
        ("HUE", "Huehuetenango", "Guatemala", "washed", "medium", 1290, 4, early),
        ("TAR", "Tarrazú", "Costa Rica", "honey", "medium", 1350, 5, early),
        ("CER", "Cerrado Gold", "Brazil", "natural", "dark", 990, 15, early),
        ("MOG", "Mogiana", "Brazil", "pulped natural", "medium", 1050, 9, early),
        ("CAJ", "Cajamarca", "Peru", "washed", "medium", 1150, 6, early),
        ("MAR", "Marcala", "Honduras", "washed", "medium", 1090, 5, early),
        ("MAN", "Mandheling", "Indonesia", "wet-hulled", "dark", 1290, 6, early),
        ("JAV", "Java Estate", "Indonesia", "washed", "dark", 1250, 3, early),
        ("MAL", "Malabar Monsoon", "India", "monsooned", "dark", 1090, 4, early),
        ("GIT", "Gitesi", "Rwanda", "washed", "light", 1420, 4, SampleCalendar.day(2024, 10, 1)),
        ("KAY", "Kayanza", "Burundi", "washed", "light", 1440, 3, SampleCalendar.day(2025, 4, 1)),
        ("BOQ", "Boquete Gesha", "Panama", "washed", "light", 3490, 1, SampleCalendar.day(2025, 1, 15)),
        ("HOU", "House Espresso", "Blend", "mixed", "dark", 950, 24, early),
        ("DEC", "Evening Decaf", "Blend", "sugar cane", "medium", 1150, 7, early),
    ]

    private static let goods: [(sku: String, name: String, category: String, price: Int, weight: Int)] = [
        ("EQ-V60-01", "Ceramic dripper", "equipment", 2690, 3), ("EQ-FLT-02", "Paper filters, 100", "equipment", 690, 9),
        ("EQ-PRS-03", "French press, 1 l", "equipment", 3990, 2), ("EQ-GRD-04", "Hand grinder", "equipment", 8900, 2),
        ("EQ-KTL-05", "Gooseneck kettle", "equipment", 7490, 1), ("EQ-SCL-06", "Brewing scale", "equipment", 5490, 1),
        ("EQ-MOK-07", "Moka pot, 6 cups", "equipment", 3490, 2), ("EQ-TMP-08", "Tamper, 58 mm", "equipment", 3290, 1),
        ("CP-HOU-10", "House capsules, 10", "capsules", 490, 10), ("CP-HUI-10", "Huila capsules, 10", "capsules", 540, 7),
        ("CP-DEC-10", "Decaf capsules, 10", "capsules", 540, 4), ("GF-BOX-01", "Tasting box, 4 x 60 g", "gifts", 2490, 3),
        ("GF-MUG-02", "Stoneware mug", "gifts", 1690, 3), ("GF-CRD-03", "Gift card, 25 euros", "gifts", 2500, 2),
        ("GF-TIN-04", "Storage tin", "gifts", 1490, 2), ("CB-BOT-06", "Cold brew, 6 bottles", "cold brew", 1990, 4),
    ]

    static let products: [SampleProduct] = beans + wares

    private static let beans: [SampleProduct] = coffees.flatMap { coffee in
        [(250, 100, 5), (500, 190, 2), (1000, 360, 3)].map { grams, percent, share in
            SampleProduct(
                sku: "CF-\(coffee.code)-\(grams)", name: "\(coffee.name) \(grams == 1000 ? "1 kg" : "\(grams) g")", category: "coffee",
                origin: coffee.origin, process: coffee.process, roast: coffee.roast, grams: grams,
                price: (coffee.price * percent / 100 + 5) / 10 * 10,
                cost: coffee.price * percent * 46 / 10000, launched: coffee.launched, isActive: coffee.code != "JAV" || grams == 250,
                weight: coffee.weight * share
            )
        }
    }

    private static let wares: [SampleProduct] = goods.map { good in
        SampleProduct(
            sku: good.sku, name: good.name, category: good.category, origin: nil, process: nil, roast: nil, grams: nil, price: good.price,
            cost: good.price * 55 / 100, launched: early, isActive: true, weight: good.weight * 4
        )
    }
}
