import Access
import Identity
import JSON
import Store

extension ListQuery {
    /// The part of objects in memory that the query asks for.
    /// - Parameter texts: members that can be searched and sorted by; all objects can be sorted by `createdTime`.
    /// - Throws: ``Refusal`` `invalidArgument` for another member.
    func page(_ objects: [JSONObject], textsOf texts: Set<String>) throws -> ObjectPage<JSONObject> {
        var found = objects
        if let match {
            try Self.check(match.field, "field", texts)
            let wanted = match.text.lowercased()
            found = found.filter { wanted.isEmpty || ($0[match.field]?.string ?? "").lowercased().contains(wanted) }
        }
        let key = sort ?? "createdTime"
        try Self.check(key, "sortField", texts.union(["createdTime"]))
        let keyed = found.map { (key: Self.key(key, of: $0), name: $0["name"]?.string ?? "", object: $0) }
        let ordered = keyed.sorted { isAscending ? ($0.key, $0.name) < ($1.key, $1.name) : ($0.key, $0.name) > ($1.key, $1.name) }
        let start = min(Int(clamping: offset), ordered.count)
        let end = min(start + Int(clamping: min(count, Self.maximumCount)), ordered.count)
        return ObjectPage(items: ordered[start..<end].map(\.object), total: Int64(found.count))
    }

    private static func key(_ member: String, of object: JSONObject) -> String {
        let text = object[member]?.string ?? ""
        guard member == "createdTime", let time = Timestamp(rfc3339: text) else { return text }
        // Moments of our time have sixteen digits.
        return String(time.microseconds)
    }

    private static func check(_ member: String, _ argument: String, _ known: Set<String>) throws(Refusal) {
        guard known.contains(member) else {
            throw Refusal(.invalidArgument, "\(argument): expected \(known.sorted().joined(separator: ", "))")
        }
    }
}
