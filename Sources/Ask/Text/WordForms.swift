/// Singular forms and stems of English words, by rules and a list of exceptions.
enum WordForms {
    private static let irregular: [String: String] = [
        "people": "person", "born": "birth", "ids": "id", "persons": "person", "children": "child", "kids": "kid", "men": "man", "women": "woman",
        "feet": "foot",
        "teeth": "tooth",
        "mice": "mouse", "criteria": "criterion", "addresses": "address", "statuses": "status", "buses": "bus", "classes": "class",
        "staffs": "staff", "series": "series", "species": "species", "data": "data", "media": "media", "movies": "movie", "cookies": "cookie",
        "lives": "life", "wives": "wife", "shelves": "shelf", "loaves": "loaf", "knives": "knife", "halves": "half", "calves": "calf",
        "thieves": "thief", "wolves": "wolf", "leaves": "leave", "indices": "index", "matrices": "matrix", "analyses": "analysis",
        "bases": "base", "cases": "case", "courses": "course", "houses": "house", "licenses": "license", "nurses": "nurse", "horses": "horse",
        "prizes": "prize", "sizes": "size", "purchases": "purchase", "warehouses": "warehouse", "expenses": "expense", "responses": "response",
        "leases": "lease", "releases": "release", "phases": "phase", "ties": "tie", "news": "news", "has": "has", "was": "was", "is": "is",
        "this": "this", "his": "his", "its": "its", "does": "does", "as": "as", "us": "us", "yes": "yes", "always": "always", "perhaps": "perhaps",
        "headquarters": "headquarter", "diagnoses": "diagnosis", "crises": "crisis", "aircrafts": "aircraft", "potatoes": "potato",
        "heroes": "hero", "axes": "axis", "caches": "cache", "goods": "goods", "less": "less", "plus": "plus",
    ]

    private static let verbs: [String: String] = [
        "won": "win", "taught": "teach", "bought": "buy", "sold": "sell", "paid": "pay", "payed": "pay", "made": "make", "left": "leave",
        "spent": "spend",
        "held": "hold", "went": "go", "took": "take", "taken": "take", "got": "get", "gave": "give", "given": "give", "born": "bear",
        "wrote": "write",
        "written": "write", "sang": "sing", "sung": "sing", "flew": "fly", "flown": "fly", "rode": "ride", "built": "build", "lived": "live",
        "ran": "run",
        "began": "begin", "came": "come", "became": "become", "grew": "grow", "led": "lead", "met": "meet", "sent": "send", "kept": "keep",
        "sat": "sit",
        "chose": "choose", "chosen": "choose", "lost": "lose", "drove": "drive", "driven": "drive", "drew": "draw", "drawn": "draw",
        "spoke": "speak", "spoken": "speak", "broke": "break", "broken": "break", "stole": "steal", "stolen": "steal", "wore": "wear", "worn": "wear",
        "threw": "throw", "thrown": "throw", "brought": "bring", "caught": "catch", "fought": "fight", "sought": "seek", "told": "tell",
        "swam": "swim", "drank": "drink", "ate": "eat", "eaten": "eat", "fell": "fall", "fallen": "fall", "rose": "rise", "risen": "rise",
        "shown": "show", "shot": "shoot", "slept": "sleep", "struck": "strike", "withdrew": "withdraw", "withdrawn": "withdraw",
        "underwent": "undergo", "undergone": "undergo", "lent": "lend",
        "shipped": "ship", "aged": "age", "shipping": "ship",
    ]

    /// Whether a word is an irregular past form: "won", "taught".
    static func isPastForm(_ word: String) -> Bool { verbs[word] != nil || word == "born" || word == "run" }

    /// The singular of a noun in lower case and American spelling. Other words stay unchanged.
    static func lemma(_ word: String) -> String { WordFamilies.american(singular(word)) }

    private static func singular(_ word: String) -> String {
        if let known = irregular[word] { return known }
        let count = word.utf8.count
        if count > 5, word.hasSuffix("men"), !["specimen", "regimen", "abdomen"].contains(word) { return word.dropLast(2) + "an" }
        guard count > 3, word.hasSuffix("s") else { return word }
        if word.hasSuffix("ss") || word.hasSuffix("us") || word.hasSuffix("is") { return word }
        if word.hasSuffix("ies") { return count > 4 ? word.dropLast(3) + "y" : String(word.dropLast()) }
        if word.hasSuffix("uses"), !withUse.contains(word) { return String(word.dropLast(2)) }
        for suffix in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(suffix) { return String(word.dropLast(2)) }
        return String(word.dropLast())
    }

    /// Plurals whose singular ends with "use". Others end with "us".
    private static let withUse: Set<String> = [
        "uses", "causes", "houses", "clauses", "pauses", "spouses", "warehouses", "excuses", "blouses", "fuses", "muses", "mouses", "abuses",
        "greenhouses", "courthouses", "townhouses", "farmhouses", "lighthouses", "guesthouses", "reuses",
    ]

    private static let suffixes = [
        "ments", "ment", "ings", "ing", "ions", "ion", "ers", "ors", "er", "or", "ed", "ees", "ee", "ly", "al", "ance", "ence",
    ]

    /// The common stem of related words. Use it only to compare stems.
    static func stem(_ word: String) -> String {
        let lemma = lemma(word)
        let verb = verbs[word] == nil ? WordFamilies.verbs[lemma] ?? (WordFamilies.plainVerbs.contains(lemma) ? lemma : nil) : nil
        var out = verbs[word] ?? verb ?? lemma
        for suffix in suffixes where verb == nil && out.hasSuffix(suffix) && out.utf8.count - suffix.utf8.count >= 3 {
            out.removeLast(suffix.count)
            break
        }
        if out.hasSuffix("e"), out.utf8.count > 3 { out.removeLast() }
        if out.hasSuffix("i"), out.utf8.count > 3 { out = out.dropLast() + "y" }
        let tail = out.suffix(2)
        if out.utf8.count > 3, tail.first == tail.last, let last = tail.last, !"aeiou".contains(last), last != "s" { out.removeLast() }
        return out
    }
}
