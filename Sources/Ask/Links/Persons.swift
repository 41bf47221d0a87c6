/// Nouns for persons by the verbs of trade whose subject they are.
enum Persons {
    private static let buying: Set<String> = ["placed", "ordered", "bought", "purchased", "booked", "rented", "borrowed", "returned", "paid"]
    private static let buyers: Set<String> = [
        "customer", "client", "buyer", "member", "guest", "patron", "subscriber", "passenger", "borrower", "user",
    ]
    private static let selling: Set<String> = [
        "sold", "sell", "sells", "took", "handled", "processed", "served", "closed", "resolved", "solved", "answered", "approved",
    ]
    private static let sellers: Set<String> = ["employee", "staff", "seller", "salesperson", "agent", "clerk", "worker", "representative"]

    /// Whether the rows of a table with this name do what the verb says.
    static func areMeant(by verb: String, _ name: NameForm) -> Bool {
        let nouns = buying.contains(verb) ? buyers : selling.contains(verb) ? sellers : []
        return name.words.contains { nouns.contains($0.lemma) }
    }

    static func isSelling(_ verb: String) -> Bool { selling.contains(verb) }
}
