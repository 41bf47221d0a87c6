import JSON

/// Reads the members of a JSON object that defines a collection, a field or a relation. Each refusal names the member.
struct DefinitionReader {
    let object: JSONObject
    /// The path of the object: `fields[2]`.
    let path: String

    init(_ json: JSONValue, path: String) throws(CatalogError) {
        guard let object = json.object else { throw CatalogError(.invalidDefinition, "\(path): expected an object") }
        self.object = object
        self.path = path
    }

    func refusal(_ member: String, _ reason: String) -> CatalogError { CatalogError(.invalidDefinition, "\(path).\(member): \(reason)") }

    /// Refuses unknown members, which would be ignored.
    func check(known: Set<String>) throws(CatalogError) {
        for key in object.keys where !known.contains(key) && !Self.habits.contains(key) {
            throw CatalogError(.invalidDefinition, "\(path): unknown member '\(excerpt(key))'; known: \(listing(known.sorted()))")
        }
    }

    /// Members that clients send and that have no effect.
    static let habits: Set<String> = [
        "uiSchema", "key", "field", "collectionName", "dataSourceKey", "parentKey", "reverseKey", "reverseField", "options", "hidden", "createdAt",
        "updatedAt", "inherit", "from", "origin",
    ]

    func text(_ member: String, atMost limit: Int = 200) throws(CatalogError) -> String? {
        guard let value = object[member], !value.isNull else { return nil }
        guard let text = value.string, text.utf8.count <= limit, !text.utf8.contains(0) else {
            throw refusal(member, "expected text of at most \(limit) bytes")
        }
        return text
    }

    func flag(_ member: String) throws(CatalogError) -> Bool? {
        guard let value = object[member], !value.isNull else { return nil }
        guard let flag = value.bool else { throw refusal(member, "expected true or false") }
        return flag
    }

    func number(_ member: String, in range: ClosedRange<Int64>) throws(CatalogError) -> Int? {
        guard let value = object[member], !value.isNull else { return nil }
        guard let number = value.int, range.contains(number) else {
            throw refusal(member, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    func list(_ member: String, atMost limit: Int) throws(CatalogError) -> [JSONValue] {
        guard let value = object[member], !value.isNull else { return [] }
        guard let list = value.array, list.count <= limit else { throw refusal(member, "expected a list of at most \(limit)") }
        return list
    }

    /// A name of a table or column, checked.
    func name(_ member: String) throws(CatalogError) -> String? {
        guard let name = try text(member) else { return nil }
        guard DefinitionNames.isName(name) else { throw refusal(member, "'\(excerpt(name))' is not a name: \(DefinitionNames.rule)") }
        return name
    }
}

/// The rules for names of new collections, fields and relations.
enum DefinitionNames {
    static let rule = "a letter, then letters, digits or _, at most 48"

    static func isName(_ name: String) -> Bool {
        guard (1...48).contains(name.utf8.count), let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    /// Names that cannot be given to collections: the server's own names, and names of routes.
    static func isReserved(_ name: String) -> Bool {
        let lower = name.lowercased()
        return SystemCollections.names.contains(lower) || ["sqlite_", "pg_", "gh_"].contains(where: lower.hasPrefix)
            || ["mcp", "oauth", "login", "logout", "tools", "userinfo", "register", "authorize", "token", "health", "metrics"].contains(lower)
    }

    /// The singular of a name: `order` for `orders`, `category` for `categories`.
    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 4 { return String(name.dropLast(3)) + "y" }
        if name.hasSuffix("ss") || !name.hasSuffix("s") || name.count < 3 { return name }
        return String(name.dropLast(name.hasSuffix("ses") || name.hasSuffix("xes") || name.hasSuffix("ches") || name.hasSuffix("shes") ? 2 : 1))
    }

    /// The name of a key's column: `customerId` for `customer` and `id`.
    static func key(_ name: String, _ key: String) -> String { name + key.prefix(1).uppercased() + key.dropFirst() }

    /// A name for an index or constraint, at most 60 bytes, which depends only on its parts and is unique for them.
    static func index(_ kind: String, _ parts: [String]) -> String {
        // FNV-1a, 64 bits (draft-eastlake-fnv), which distinguishes truncated names.
        let hash = parts.joined(separator: "\u{1}").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "gh_\(kind)_\(parts.joined(separator: "_").prefix(36))_\(String(hash & 0xffff_ffff, radix: 16))"
    }
}
