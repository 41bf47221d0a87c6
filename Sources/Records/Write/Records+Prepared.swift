import Access
import Catalog
import JSON

extension Records {
    /// Prepares values before any transaction, because this takes time: replaces each password by its hash, and takes numbers for sequence
    /// fields, also in related rows.
    /// - Parameter creates: whether the values are of new rows.
    /// - Throws: ``Refusal`` `invalidArgument`, and what the hasher throws.
    func prepared(_ values: JSONValue, creates: Bool, _ call: RecordCall) async throws -> JSONValue {
        var preparation = Preparation(call: call, hash: hash)
        let values = try await preparation.prepare(values, of: call.collection, isNew: creates, argument: "values")
        guard let number else { return values }
        for (place, count) in preparation.counts {
            call.numbers.add(try await number(call.grant.caller.workspace.id, place, count), count, for: place)
        }
        return values
    }
}

/// A field of type `sequence`, with its collection.
package struct NumberedField: Hashable, Sendable {
    package let source: String
    package let collection: String
    package let field: String
    /// The first number.
    package let start: Int64
}

/// One pass over the values of a call.
private struct Preparation {
    /// Most passwords of one call, because hashing is slow by design.
    private static let maximumPasswords = 100

    let call: RecordCall
    let hash: (@Sendable (String, String) async throws -> String)?
    /// How many numbers each field needs at most.
    private(set) var counts: [NumberedField: Int64] = [:]
    private var passwords = 0

    init(call: RecordCall, hash: (@Sendable (String, String) async throws -> String)?) {
        (self.call, self.hash) = (call, hash)
    }

    mutating func prepare(_ values: JSONValue, of collection: Collection, isNew: Bool, argument: String) async throws -> JSONValue {
        let secrets = Set(collection.fields.filter(\.isSecret).map(\.name))
        let numbered = isNew ? collection.fields.filter { $0.definition?.pattern != nil } : []
        guard !secrets.isEmpty || !numbered.isEmpty || !collection.relations.isEmpty else { return values }
        guard let rows = values.array else {
            return try await row(values, of: collection, secrets, numbered, argument)
        }
        var out: [JSONValue] = []
        out.reserveCapacity(rows.count)
        for (index, value) in rows.enumerated() {
            out.append(try await row(value, of: collection, secrets, numbered, "\(argument)[\(index)]"))
        }
        return .array(out)
    }

    private mutating func row(
        _ value: JSONValue, of collection: Collection, _ secrets: Set<String>, _ numbered: [Field], _ argument: String
    ) async throws -> JSONValue {
        guard var object = value.object else { return value }
        for field in numbered {
            let place = NumberedField(
                source: collection.source, collection: collection.name, field: field.name, start: field.definition?.pattern?.start ?? 1)
            counts[place, default: 0] += 1
        }
        for (name, value) in object {
            if secrets.contains(name) {
                if let password = value.string {
                    object[name] = .string(try await hashed(password, collection.field(name)?.definition, "\(argument).\(name)"))
                }
            } else if value.object != nil || value.array != nil, let target = collection.relation(name).flatMap({ call.catalog($0.target) }) {
                object[name] = try await prepare(value, of: target, isNew: true, argument: "\(argument).\(name)")
            }
        }
        return .object(object)
    }

    private mutating func hashed(_ password: String, _ definition: FieldDefinition?, _ argument: String) async throws -> String {
        if let wrong = definition?.violation(of: .string(password)) { throw Refusal(.invalidArgument, "\(argument): \(wrong)") }
        passwords += 1
        guard passwords <= Self.maximumPasswords, let hash else {
            throw Refusal(.invalidArgument, "\(argument): at most \(Self.maximumPasswords) passwords in one call")
        }
        return try await hash(password, argument)
    }
}
