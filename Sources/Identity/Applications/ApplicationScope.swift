import JSON
import OAuth
import SQL
import Store

/// One scope of an application, with its description for people.
package struct ApplicationScope: Hashable, Sendable {
    package let name: String
    package let displayName: String
    package let description: String

    package init(name: String, displayName: String = "", description: String = "") {
        self.name = name
        self.displayName = displayName
        self.description = description
    }

    /// Words of this server's own scopes, present and future.
    static let reserved: Set<String> = ["read", "write", "run", "admin"]

    /// Whether an application may define the name for its own resources: two words or more, separated by colons, none of them reserved, so
    /// that it can never become a scope of this server. It gives no access here.
    static func isOwn(_ name: String) -> Bool {
        let words = name.split(separator: ":", omittingEmptySubsequences: false)
        // The reason why a name is invalid is not needed.
        guard name.utf8.count <= 100, (try? ScopeNames(parsing: name))?.names == [name] else { return false }
        return words.count >= 2 && words.allSatisfy { !$0.isEmpty && !reserved.contains($0.lowercased()) }
    }

    /// Nil for an unreadable value.
    init?(stored value: JSONValue) {
        guard let name = value["name"]?.string else { return nil }
        self.init(name: name, displayName: value["displayName"]?.string ?? "", description: value["description"]?.string ?? "")
    }

    /// The form in a column and on the wire.
    var stored: JSONValue { ["name": .string(name), "displayName": .string(displayName), "description": .string(description)] }
}

extension Codec<[ApplicationScope]> {
    /// The whole list fails if one element is unreadable: a part of it would mean other rights.
    static let applicationScopes = Codec("a JSON array of scopes", write: { .text(JSONValue.array($0.map(\.stored)).description) }) { row, index in
        guard let elements = Codec<JSONValue>.json.read(row, index)?.array else { return nil }
        let scopes = elements.compactMap(ApplicationScope.init(stored:))
        return scopes.count == elements.count ? scopes : nil
    }
}
