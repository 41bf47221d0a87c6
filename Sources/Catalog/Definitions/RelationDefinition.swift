package import JSON

/// The kinds of relations that can be defined, by NocoBase's names.
package enum RelationType: String, Hashable, Sendable, CaseIterable {
    /// This collection has the key.
    case belongsTo
    /// The target has the key, and at most one row for each value.
    case hasOne
    /// The target has the key.
    case hasMany
    /// A join table has the keys.
    case belongsToMany

    init?(interface: String) {
        switch interface {
        case "m2o", "obo": self = .belongsTo
        case "oho": self = .hasOne
        case "o2m": self = .hasMany
        case "m2m": self = .belongsToMany
        default: return nil
        }
    }
}

/// A relation as it was defined, completed with default names.
package final class RelationDefinition: Hashable, Sendable {
    package let json: JSONObject
    package let name: String
    package let type: RelationType
    package let target: String
    /// A field of this collection; for `hasOne` and `hasMany` of the target; for `belongsToMany` of the join table.
    package let foreignKey: String
    /// The field of this collection that ``foreignKey`` refers to; not used by `belongsTo`.
    let sourceKey: String
    /// The field of the target that a key refers to; not used by `hasOne` and `hasMany`.
    let targetKey: String
    package let through: String?
    package let otherKey: String?
    let onDelete: KeyAction
    package let title: String?
    package let description: String?
    package let interface: String?
    /// Whether the key's column, or the join table, was created with the relation and is dropped with it.
    let ownsKey: Bool

    static let members: Set<String> = [
        "name", "type", "interface", "title", "description", "target", "foreignKey", "sourceKey", "targetKey", "through", "otherKey", "onDelete",
        "onUpdate", "constraints", "ownsKey",
    ]

    /// - Parameters:
    ///   - given: the members of the request; others stay unchanged.
    ///   - collection: the name of the collection that gets the relation.
    init(_ given: JSONObject, over old: RelationDefinition?, collection: String, path: String) throws(CatalogError) {
        var merged = old?.json ?? [:]
        for (member, value) in given where member != "ownsKey" || old == nil { merged[member] = value.isNull ? nil : value }
        if let title = given["uiSchema"]?["title"]?.string, given["title"] == nil { merged["title"] = .string(title) }
        let reader = try DefinitionReader(.object(merged), path: path)
        try reader.check(known: Self.members)
        guard let name = try reader.name("name") else { throw reader.refusal("name", "is missing") }
        self.name = name
        interface = try reader.text("interface", atMost: 48)
        let word = try reader.text("type", atMost: 48)
        guard let type = word.flatMap(RelationType.init(rawValue:)) ?? interface.flatMap(RelationType.init(interface:)) else {
            throw reader.refusal("type", "expected one of \(listing(RelationType.allCases.map(\.rawValue)))")
        }
        self.type = type
        let usual = type == .belongsTo || type == .hasOne ? Self.plural(name) : name
        target = try reader.text("target", atMost: 100) ?? usual
        targetKey = try reader.text("targetKey") ?? "id"
        sourceKey = try reader.text("sourceKey") ?? "id"
        let own = DefinitionNames.singular(collection)
        let key =
            switch type {
            case .belongsTo: DefinitionNames.key(name, targetKey)
            case .hasOne, .hasMany, .belongsToMany: DefinitionNames.key(own, sourceKey)
            }
        foreignKey = try reader.name("foreignKey") ?? key
        if type == .belongsToMany {
            through = try reader.name("through") ?? [collection, target].sorted().joined(separator: "_")
            let other = DefinitionNames.key(DefinitionNames.singular(target), targetKey)
            otherKey = try reader.name("otherKey") ?? (other == foreignKey ? DefinitionNames.key(DefinitionNames.singular(name), targetKey) : other)
        } else {
            (through, otherKey) = (nil, nil)
        }
        let action = try reader.text("onDelete", atMost: 20)?.uppercased()
        guard let onDelete = action.map({ KeyAction(rawValue: $0) }) ?? (type == .belongsToMany ? .cascade : .clear) else {
            throw reader.refusal("onDelete", "expected one of \(listing(KeyAction.allCases.map(\.rawValue)))")
        }
        self.onDelete = onDelete
        title = try reader.text("title")
        description = try reader.text("description", atMost: 2_000)
        ownsKey = try reader.flag("ownsKey") ?? false
        if let through, through == target || through == collection {
            throw reader.refusal("through", "the join table must be another collection than the two that it joins")
        }
        if let otherKey, otherKey.lowercased() == foreignKey.lowercased() {
            throw reader.refusal("otherKey", "must be another field of the join table than foreignKey")
        }
        for member in DefinitionReader.habits.union(["onUpdate", "constraints"]) { merged[member] = nil }
        for (member, value) in [
            ("type", type.rawValue), ("target", target), ("foreignKey", foreignKey), ("onDelete", onDelete.rawValue), ("targetKey", targetKey),
            ("sourceKey", sourceKey), ("through", through ?? ""), ("otherKey", otherKey ?? ""),
        ] where !value.isEmpty {
            merged[member] = .string(value)
        }
        json = merged
    }

    /// The same, marked as the owner of its key.
    func owningKey(in collection: String) throws(CatalogError) -> RelationDefinition {
        var json = json
        json["ownsKey"] = true
        return try RelationDefinition(json, over: nil, collection: collection, path: name)
    }

    private static func plural(_ name: String) -> String {
        if name.hasSuffix("y"), name.count > 2, !"aeiou".contains(name.dropLast().last ?? "a") { return String(name.dropLast()) + "ies" }
        return name.hasSuffix("s") ? name : name + "s"
    }

    package static func == (left: RelationDefinition, right: RelationDefinition) -> Bool { left === right || left.json == right.json }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What happens to a row when the row that it refers to is deleted.
enum KeyAction: String, Hashable, Sendable, CaseIterable {
    case cascade = "CASCADE"
    case clear = "SET NULL"
    case restrict = "RESTRICT"
    case none = "NO ACTION"
}
