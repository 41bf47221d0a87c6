package import JSON
import SQL
import Store

/// One line of an object's description: a member on the wire, a column, or usually both.
struct ObjectMember<Object: Sendable>: Sendable {
    typealias Path<Value> = StoredColumn<Object>.Path<Value>

    /// Which callers may change a member, of those that may call the tool. It has no default.
    enum Editors: Hashable, Sendable {
        case callers
        /// Callers that administer the object's organization.
        case administrators
        /// A rule that depends on more than the member decides; it is applied where the object is updated.
        case rule
    }

    /// How lists can be searched by a member. They can also be sorted by it, except by a list of names.
    enum Search: Hashable, Sendable {
        case none
        /// For a part of the text, without regard to case.
        case text
        /// For the whole text.
        case name
        /// For one of a list of names.
        case element
        /// Lists can only be sorted by it; NULL sorts first.
        case sortOnly
    }

    /// The name on the wire; nil for a column that clients cannot see.
    let name: String?
    var column: StoredColumn<Object>?
    /// The schema in `add` and `update`; nil for a member that they do not accept.
    var schema: JSONValue?
    /// The wire value; nil for a member that clients cannot see.
    var wire: (@Sendable (Object) -> JSONValue)?
    /// Applies a patch.
    var apply: (@Sendable (inout Object, Patch) throws(IdentityError) -> Void)?
    var editors: Editors?
    var differs: @Sendable (Object, Object) -> Bool = { _, _ in false }
    var search = Search.none
    /// Whether it is stored among the object's details.
    var isDetail = false

    private init(_ name: String?) { self.name = name }
}

extension ObjectMember {
    /// A member with a column, which clients can change.
    /// - Parameter cleared: the value that null sets.
    static func member<Value>(
        _ name: String, _ column: String, _ path: Path<Value>, _ form: MemberForm<Value>, changedBy editors: Editors,
        cleared: @escaping @Sendable (Object) -> Value, search: Search = .none, _ description: String = ""
    ) -> ObjectMember {
        var member = ObjectMember(name)
        member.column = .changing(column, path, form.codec)
        member.schema = form.schema.described(description)
        member.wire = { form.wire($0[keyPath: path]) }
        member.apply = { (object: inout Object, patch: Patch) throws(IdentityError) -> Void in
            object[keyPath: path] = try form.take(patch, name, object[keyPath: path], cleared(object))
        }
        member.editors = editors
        member.differs = { $0[keyPath: path] != $1[keyPath: path] }
        member.search = search
        return member
    }

    /// A member with a column, which clients can only read.
    static func shown(
        _ name: String, _ column: StoredColumn<Object>, search: Search = .none, _ wire: @escaping @Sendable (Object) -> JSONValue
    ) -> ObjectMember {
        var member = ObjectMember(name)
        member.column = column
        member.wire = wire
        member.search = search
        return member
    }

    /// A member that is computed from others.
    static func computed(_ name: String, _ wire: @escaping @Sendable (Object) -> JSONValue) -> ObjectMember {
        var member = ObjectMember(name)
        member.wire = wire
        return member
    }

    /// A column that clients cannot see.
    static func column(_ column: StoredColumn<Object>) -> ObjectMember {
        var member = ObjectMember(nil)
        member.column = column
        return member
    }

    /// The name of an object, which never changes; its key is unique.
    static func name(_ path: Path<Name>) -> ObjectMember {
        var member = ObjectMember("name")
        member.column = .fixed("name", path, .name)
        member.wire = { .string($0[keyPath: path].text) }
        member.apply = { (object: inout Object, patch: Patch) throws(IdentityError) -> Void in
            try patch.keeps("name", object[keyPath: path].text)
        }
        member.search = .text
        return member
    }

    /// The unique key of the name.
    static func nameKey(_ path: Path<Name>) -> ObjectMember { .column(.searchKey("name_key") { .text($0[keyPath: path].key) }) }

    /// The time of creation, the default sort member of lists.
    static func created(_ path: Path<Timestamp>) -> ObjectMember {
        var member = ObjectMember("createdTime")
        member.column = .fixed("created_at", path, .time)
        member.wire = { .string($0[keyPath: path].rfc3339) }
        member.search = .sortOnly
        return member
    }

    /// A secret: the object and clients see only whether there is one.
    /// - Parameter schema: nil when tools accept it in another way, or not at all.
    static func secret(_ name: String, _ kept: Statement, _ path: Path<Bool>, _ schema: JSONValue?) -> ObjectMember {
        var member = ObjectMember(name)
        member.column = .selected(name, "CASE WHEN \(kept) IS NULL THEN 0 ELSE 1 END", path, .flag)
        member.schema = schema
        member.wire = { .string($0[keyPath: path] ? Patch.mask : "") }
        member.editors = .rule
        return member
    }

    /// A member that separate code changes, which depends on more than the member.
    /// - Parameter wire: nil for a member that clients cannot see.
    static func writtenByRule(_ name: String, _ schema: JSONValue, wire: (@Sendable (Object) -> JSONValue)? = nil) -> ObjectMember {
        var member = ObjectMember(name)
        member.schema = schema
        member.wire = wire
        member.editors = .rule
        return member
    }

    /// A member with a column, which separate code changes.
    static func writtenByRule<Value>(
        _ name: String, _ column: String, _ path: Path<Value>, _ form: MemberForm<Value>, search: Search = .none, _ description: String = ""
    ) -> ObjectMember {
        var member = ObjectMember.writtenByRule(name, form.schema.described(description)) { form.wire($0[keyPath: path]) }
        member.column = .changing(column, path, form.codec)
        member.search = search
        return member
    }

    /// A member of compatible servers that has no effect here; ``Details`` store it.
    static func detail(_ name: String, _ schema: JSONValue = MemberSchema.text) -> ObjectMember {
        var member = ObjectMember(name)
        member.schema = schema
        member.editors = .callers
        member.isDetail = true
        return member
    }
}

/// The JSON Schemas of members; null clears each.
enum MemberSchema {
    static let text: JSONValue = ["type": ["string", "null"]]
    static let flag: JSONValue = ["type": ["boolean", "null"]]
    static let names: JSONValue = ["type": ["array", "null"], "items": ["type": "string"]]
    static let object: JSONValue = ["type": ["object", "null"]]

    static func text(_ description: String) -> JSONValue { text.described(description) }
    static func names(_ description: String) -> JSONValue { names.described(description) }
}

extension JSONValue {
    /// The schema with a description, unless that is empty.
    func described(_ description: String) -> JSONValue {
        guard !description.isEmpty, let object else { return self }
        return .object(object.with(["description": .string(description)]))
    }
}

extension JSONObject {
    /// The members of both objects; if both have a member, the other's value.
    package func with(_ other: JSONObject) -> JSONObject { JSONObject(map { ($0.key, $0.value) } + other.map { ($0.key, $0.value) }) }
}
