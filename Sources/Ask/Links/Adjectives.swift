/// Adjectives of size, age and price, with the column words to which they refer and their direction.
enum Adjectives {
    struct Meaning: Sendable {
        /// Words of the column's name, best first.
        let columns: [String]
        /// Whether large values mean more of the adjective.
        let isUpward: Bool
    }

    /// For dates and years the direction is reversed: an older thing began earlier.
    static let meanings: [String: Meaning] = [
        "old": Meaning(columns: ["age"], isUpward: true), "young": Meaning(columns: ["age"], isUpward: false),
        "tall": Meaning(columns: ["height"], isUpward: true),
        "short": Meaning(columns: ["height", "length", "duration", "distance", "page", "runtime"], isUpward: false),
        "heavy": Meaning(columns: ["weight", "mass"], isUpward: true), "light": Meaning(columns: ["weight", "mass"], isUpward: false),
        "long": Meaning(columns: ["length", "duration", "distance", "page", "runtime"], isUpward: true),
        "large": Meaning(columns: ["size", "area", "population", "capacity", "enrollment", "amount", "quantity"], isUpward: true),
        "small": Meaning(columns: ["size", "area", "population", "capacity", "enrollment", "amount", "quantity"], isUpward: false),
        "expensive": Meaning(columns: ["price", "cost", "fare", "rate", "fee", "charge", "tariff"], isUpward: true),
        "cheap": Meaning(columns: ["price", "cost", "fare", "rate", "fee", "charge", "tariff"], isUpward: false),
        "early": Meaning(columns: ["date", "time", "year", "day"], isUpward: false),
        "late": Meaning(columns: ["date", "time", "year", "day"], isUpward: true),
        "new": Meaning(columns: ["date", "year"], isUpward: true), "recent": Meaning(columns: ["date", "time", "year"], isUpward: true),
        "populous": Meaning(columns: ["population", "resident"], isUpward: true),
        "high": Meaning(columns: ["height", "elevation", "altitude"], isUpward: true),
        "low": Meaning(columns: ["height", "elevation", "altitude"], isUpward: false), "fast": Meaning(columns: ["speed"], isUpward: true),
        "slow": Meaning(columns: ["speed"], isUpward: false),
        "rich": Meaning(columns: ["wealth", "worth", "income", "salary", "funding", "budget", "asset", "revenue", "money"], isUpward: true),
        "poor": Meaning(columns: ["wealth", "worth", "income", "salary", "funding", "budget", "asset", "revenue", "money"], isUpward: false),
        "far": Meaning(columns: ["distance"], isUpward: true), "near": Meaning(columns: ["distance"], isUpward: false),
        "wide": Meaning(columns: ["width"], isUpward: true), "deep": Meaning(columns: ["depth"], isUpward: true),
        "hot": Meaning(columns: ["temperature"], isUpward: true), "cold": Meaning(columns: ["temperature"], isUpward: false),
        "paid": Meaning(columns: ["salary", "wage", "pay", "income", "compensation", "rate"], isUpward: true),
        "sold": Meaning(columns: [], isUpward: true),
        "warm": Meaning(columns: ["temperature"], isUpward: true), "costly": Meaning(columns: ["price", "cost"], isUpward: true),
    ]

    /// Adjectives about the time at which something was or began.
    static let ofTime: Set<String> = ["old", "young", "early", "late", "new", "recent"]
    /// The adjectives in ``ofTime`` for which a later time means more of the adjective.
    static let ofLaterTime: Set<String> = ["young", "late", "new", "recent"]

    /// Comparatives and superlatives, each with its adjective.
    static let comparatives: [String: String] = forms { word in
        ["\(grown(word))er"] + (word == "far" ? ["farther", "further"] : [])
    }
    static let superlatives: [String: String] = forms { word in
        ["\(grown(word))est"] + (word == "far" ? ["farthest", "furthest"] : []) + (word == "late" ? ["last"] : [])
    }

    private static func grown(_ word: String) -> String {
        switch word {
        case "large", "late", "wide": String(word.dropLast())
        case "heavy", "early": word.dropLast() + "i"
        case "hot": "hott"
        default: word
        }
    }

    private static func forms(_ make: (String) -> [String]) -> [String: String] {
        var out: [String: String] = [:]
        for word in meanings.keys.sorted() where !["expensive", "recent", "populous", "paid", "sold"].contains(word) {
            for form in make(word) { out[form] = word }
        }
        return out
    }
}
