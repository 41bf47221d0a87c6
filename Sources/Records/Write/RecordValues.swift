import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

/// A value that the server sets, in a field that the caller must have the right to set.
struct ServerValue: Sendable {
    let field: Field
    let value: SQLValue
}

/// The values of one row from a caller, checked against its rights, together with those that the server sets.
struct RecordValues {
    /// Columns with their values, in the given order; the server's own last.
    let assignments: [(column: Identifier, value: SQLValue)]
    /// Fields of an update that cannot be set. They are accepted if the row still has the given value, because a client may send back a row
    /// that it read.
    let kept: [(field: Field, value: JSONValue, refusal: Refusal)]

    /// Most invalid values that one refusal names.
    private static let maximumFaults = 10

    /// - Parameters:
    ///   - argument: of the object: `values`, `values[2]`.
    ///   - whitelist: if not empty, all other fields are ignored. Every name must be writable, even if it is ignored.
    ///   - known: further values, whatever the lists say.
    ///   - generates: whether fields get the values that the server generates; false to check only the given ones.
    init(
        _ json: JSONValue, argument: String, action: RecordAction, whitelist: [String], blacklist: [String], known: [ServerValue] = [],
        now: Timestamp, generates: Bool = true, _ call: RecordCall
    ) throws(Refusal) {
        guard let object = json.object else {
            throw Refusal(.invalidArgument, "\(argument): expected an object of fields, found \(FieldValue.shown(json))")
        }
        let writable = Set(call.rights.writable(action))
        var assignments: [(Identifier, SQLValue)] = []
        var kept: [(Field, JSONValue, Refusal)] = []
        guard !known.contains(where: { object[$0.field.name] != nil || blacklist.contains($0.field.name) }) else {
            let names = known.map(\.field.name).joined(separator: ", ")
            throw Refusal(.invalidArgument, "\(argument): \(names) come from sourceId or a relation: leave them out; nothing was changed")
        }
        for one in known {
            if let refusal = Self.refusal(of: one.field, argument: argument, action, writable, call) { throw refusal }
            assignments.append((Identifier(one.field.name), one.value))
        }
        var faults: [String] = []
        for (name, value) in object {
            do throws(Refusal) {
                let field = try Self.field(name, argument: argument, action, writable, call)
                if let refusal = Self.refusal(of: field, argument: argument, action, writable, call) {
                    guard action == .update, call.isOpen([field.name]) else { throw refusal }
                    kept.append((field, value, refusal))
                    continue
                }
                let known = try FieldValue(field: field, dialect: call.dialect, argument: "\(argument).\(field.name)").read(value)
                if let wrong = field.definition?.violation(of: value) {
                    throw Refusal(.invalidArgument, "\(argument).\(field.name): \(wrong), found \(FieldValue.shown(value))")
                }
                if !whitelist.isEmpty, !whitelist.contains(field.name) { continue }
                if blacklist.contains(field.name) { continue }
                assignments.append((Identifier(field.name), known))
            } catch {
                guard error.code == .invalidArgument else { throw error }
                faults.append(error.reason)
                if faults.count == Self.maximumFaults { break }
            }
        }
        guard faults.isEmpty else { throw Refusal(.invalidArgument, faults.joined(separator: "; "), faults: faults) }
        if action == .create { try Self.checkComplete(assignments, argument: argument, writable, call) }
        if action == .create, generates {
            let given = Set(assignments.map(\.0.name))
            for field in call.collection.fields where field.definition != nil && !given.contains(field.name) {
                if let value = try GeneratedValue.make(for: field, at: now, call) { assignments.append((Identifier(field.name), value)) }
            }
        }
        self.kept = kept
        self.assignments = assignments.isEmpty && action == .update ? [] : assignments + Self.kept(action, now, call)
    }

    private static func field(
        _ name: String, argument: String, _ action: RecordAction, _ writable: Set<String>, _ call: RecordCall
    ) throws(Refusal) -> Field {
        guard let field = call.collection.field(name), call.rights.readable.contains(field.name) || writable.contains(field.name) else {
            throw call.unknown(name, argument: argument, for: .written(action))
        }
        return field
    }

    /// Why a field cannot be set; nil when it can.
    private static func refusal(
        of field: Field, argument: String, _ action: RecordAction, _ writable: Set<String>, _ call: RecordCall
    ) -> Refusal? {
        if field.isGenerated { return Refusal(.forbidden, "\(argument).\(field.name): is managed by the server and cannot be set") }
        if action == .update, call.collection.primaryKey.contains(field.name) {
            return Refusal(.invalidArgument, "\(argument).\(field.name): the key of a row does not change; leave it out")
        }
        return writable.contains(field.name) ? nil : Refusal(.forbidden, "\(argument).\(field.name): no right to set it")
    }

    /// Refuses missing values with their names, before the engine does.
    private static func checkComplete(
        _ assignments: [(Identifier, SQLValue)], argument: String, _ writable: Set<String>, _ call: RecordCall
    ) throws(Refusal) {
        let given = Set(assignments.map(\.0.name))
        let missing = call.collection.fields.filter { field in
            !field.isNullable && !field.hasDefault && !field.isGenerated && !given.contains(field.name) && writable.contains(field.name)
        }
        guard missing.isEmpty else {
            throw Refusal(.invalidArgument, "\(argument): missing \(missing.map(\.name).joined(separator: ", "))")
        }
    }

    /// The values of the fields for who and when; the id is empty for a caller that is not a person.
    private static func kept(_ action: RecordAction, _ now: Timestamp, _ call: RecordCall) -> [(Identifier, SQLValue)] {
        call.collection.fields.compactMap { field in
            switch field.kept {
            case .createdBy where action == .create, .updatedBy:
                (Identifier(field.name), userID(field, call))
            case .createdAt where action == .create, .updatedAt:
                time(now, field, call.dialect).map { (Identifier(field.name), $0) }
            default: nil
            }
        }
    }

    private static func userID(_ field: Field, _ call: RecordCall) -> SQLValue {
        guard let user = call.grant.caller.user else { return .null }
        return field.type == .integer ? .int(user.id.rawValue) : .text(String(user.id.rawValue))
    }

    private static func time(_ now: Timestamp, _ field: Field, _ dialect: Dialect) -> SQLValue? {
        switch field.type {
        case .integer: .int(now.microseconds / 1000)
        case .date: .text(String(now.rfc3339.prefix(10)))
        case .timestamp: .text(now.text(in: dialect))
        case .text, .other: .text(now.fixedWidth)
        default: nil
        }
    }
}
