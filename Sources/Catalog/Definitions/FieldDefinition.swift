package import JSON
import SQL

/// A field as it was defined: type, titles, and rules for values. A class, because every call carries it.
package final class FieldDefinition: Hashable, Sendable {
    /// One of the values that a field can have.
    package struct Choice: Hashable, Sendable {
        package let value: String
        package let label: String?
    }

    /// The whole definition with wire names, as it is stored.
    package let json: JSONObject
    package let name: String
    package let type: FieldType
    package let interface: String?
    package let title: String?
    package let description: String?
    package let isRequired: Bool
    package let isUnique: Bool
    let isIndexed: Bool
    let isPrimaryKey: Bool
    package let defaultValue: JSONValue?
    /// The permitted values; empty when any value of the type is permitted.
    package let choices: [Choice]
    package let rules: [FieldRule]
    /// Set only for ``FieldType/sequence``.
    package let pattern: SequencePattern?
    /// Unit: characters.
    let length: Int?
    let precision: Int?
    let scale: Int?

    /// Members that a field can have.
    static let members: Set<String> = [
        "name", "type", "interface", "title", "description", "allowNull", "required", "unique", "index", "primaryKey", "autoIncrement",
        "defaultValue", "enum",
        "validation", "length", "precision", "scale", "patterns",
    ]

    /// - Parameters:
    ///   - given: the members of the request; others stay unchanged.
    ///   - old: the previous definition.
    ///   - column: the type of an existing column.
    init(_ given: JSONObject, over old: FieldDefinition?, column: FieldType?, path: String) throws(CatalogError) {
        var merged = old?.json ?? [:]
        for (member, value) in given { merged[member] = value.isNull ? nil : value }
        if let title = given["uiSchema"]?["title"]?.string, given["title"] == nil { merged["title"] = .string(title) }
        if let choices = given["uiSchema"]?["enum"], given["enum"] == nil { merged["enum"] = choices }
        let reader = try DefinitionReader(.object(merged), path: path)
        try reader.check(known: Self.members)
        guard let name = try reader.name("name") else { throw reader.refusal("name", "is missing") }
        self.name = name
        interface = try reader.text("interface", atMost: 48)
        type = try Self.type(reader, interface, column)
        title = try reader.text("title")
        description = try reader.text("description", atMost: 2_000)
        let choices = try Self.choices(reader)
        self.choices = choices
        var validation: (rules: [FieldRule], isRequired: Bool) = ([], false)
        if let json = reader.object["validation"] { validation = try FieldRule.all(json, isText: type.columnType == .text, reader) }
        rules = validation.rules + (interface == "email" ? [.email] : [])
        let allowsNull = try reader.flag("allowNull")
        let isRequired = try reader.flag("required") ?? (allowsNull == false)
        isPrimaryKey = try reader.flag("primaryKey") ?? false
        self.isRequired = isRequired || validation.isRequired || isPrimaryKey
        isUnique = try reader.flag("unique") ?? false
        isIndexed = try reader.flag("index") ?? false
        _ = try reader.flag("autoIncrement")
        length = try reader.number("length", in: 1...16_000)
        precision = try reader.number("precision", in: 1...38)
        scale = try reader.number("scale", in: 0...30)
        pattern = type == .sequence ? try SequencePattern(reader) : nil
        defaultValue = reader.object["defaultValue"]
        if let value = defaultValue, let wrong = DefaultValue.violation(of: value, type, choices: choices.map(\.value)) {
            throw reader.refusal("defaultValue", wrong)
        }
        if isUnique || isIndexed, !type.isIndexable {
            throw reader.refusal(isUnique ? "unique" : "index", "a field of type \(type.rawValue) has none; use type string")
        }
        if let scale, scale > precision ?? 20 { throw reader.refusal("scale", "expected at most the precision") }
        for member in DefinitionReader.habits { merged[member] = nil }
        merged["type"] = .string(type.rawValue)
        json = merged
    }

    /// The reason why a value of the right type is invalid; nil when it is valid.
    ///
    /// A password is checked before it is hashed, because rules do not apply to the hash.
    package func violation(of value: JSONValue) -> String? {
        guard !value.isNull, type != .password || value.string?.hasPrefix("$argon2id$") != true else { return nil }
        switch type {
        case .array where value.array == nil: return "expected a list"
        case .attachment:
            guard let files = value.array, files.allSatisfy({ $0["url"]?.string.map(FieldRule.isURL) ?? false }) else {
                return "expected a list of {\"url\": \"https://…\", \"title\", \"filename\", \"mimetype\", \"size\"}"
            }
        default: break
        }
        for rule in rules { if let wrong = rule.violation(of: value) { return wrong } }
        return nil
    }

    private static func type(_ reader: DefinitionReader, _ interface: String?, _ column: FieldType?) throws(CatalogError) -> FieldType {
        guard let word = try reader.text("type", atMost: 48) else {
            if let type = column ?? interface.flatMap(FieldType.init(interface:)) { return type }
            throw reader.refusal("type", "is missing; known: \(known)")
        }
        guard let type = FieldType(word: word) else { throw reader.refusal("type", "unknown type '\(excerpt(word))'; known: \(known)") }
        return type
    }

    private static let known = (FieldType.allCases.map(\.rawValue) + RelationType.allCases.map(\.rawValue)).joined(separator: ", ")

    private static func choices(_ reader: DefinitionReader) throws(CatalogError) -> [Choice] {
        try reader.list("enum", atMost: 500).map { json throws(CatalogError) -> Choice in
            let value = json["value"] ?? json
            guard let text = value.string ?? value.number?.text, text.utf8.count <= 255, !text.utf8.contains(0) else {
                throw reader.refusal("enum", "expected a list of values, or of {\"value\":…,\"label\":…}")
            }
            return Choice(value: text, label: json["label"]?.string)
        }
    }

    package static func == (left: FieldDefinition, right: FieldDefinition) -> Bool { left === right || left.json == right.json }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
