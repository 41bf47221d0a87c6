/// Checks one value against compiled rules and collects the violations.
struct SchemaChecker {
    let definitions: [String: SchemaNode]
    var path = SchemaPath()
    private(set) var violations: [SchemaViolation] = []
    /// Schemas that may still be applied.
    var budget: Int

    mutating func check(_ value: JSONValue, _ node: SchemaNode) {
        guard budget > 0, !isFull else { return }
        budget -= 1
        for rule in node.rules {
            let count = violations.count
            check(value, rule)
            // A value of the wrong type breaks its other rules too; one violation is enough.
            if case .types = rule, violations.count > count { return }
        }
    }

    private mutating func check(_ value: JSONValue, _ rule: SchemaRule) {
        switch rule {
        case .never: mismatch("nothing here", value)
        case .types(let types):
            let type = SchemaType(of: value)
            if !types.contains(where: { $0.includes(type) }) { report(.mismatch, words(rule), value.string == nil ? quote(value) : type.words) }
        case .values(let values):
            if !values.contains(value) { mismatch(words(rule), quoting: value) }
        case .bound(let bound):
            if let number = value.number, !bound.allows(number) { mismatch(bound.words, quoting: value) }
        case .multiple(let unit):
            if let number = value.number, !number.isMultiple(of: unit) { mismatch("a multiple of \(unit)", quoting: value) }
        case .size(let size):
            if let count = size.count(value), !size.allows(count) { report(.mismatch, size.words, size.counted(count)) }
        case .members(let members):
            if case .object(let object) = value { check(object, members) }
        case .items(let node):
            if case .array(let elements) = value { check(elements, each: node) }
        case .uniqueItems:
            if case .array(let elements) = value, Set(elements).count < elements.count { report(.mismatch, "items that all differ", "equal items") }
        case .anyOf(let branches): checkAny(value, branches)
        case .oneOf(let branches): checkOne(value, branches)
        case .allOf(let branches):
            for branch in branches { check(value, branch) }
        case .not(let node):
            if attempt(value, node).isEmpty { mismatch("anything but \(words(node))", quoting: value) }
        case .reference(let name):
            if let node = definitions[name] { check(value, node) }
        }
    }

    private mutating func check(_ elements: [JSONValue], each node: SchemaNode) {
        for (index, element) in elements.enumerated() {
            path.steps.append(.index(index))
            check(element, node)
            path.steps.removeLast()
            if isFull { return }
        }
    }

    private mutating func check(_ object: JSONObject, _ members: SchemaMembers) {
        for name in members.required where object[name] == nil {
            path.steps.append(.key(name))
            report(.missing, members.properties[name].map { words($0) } ?? "a value", "nothing")
            path.steps.removeLast()
        }
        for (key, value) in object {
            path.steps.append(.key(key))
            if let node = members.properties[key] {
                check(value, node)
            } else if members.isClosed {
                report(.unknown, oneOf(members.names), SchemaType(of: value).words)
            } else if let additional = members.additional {
                check(value, additional)
            }
            path.steps.removeLast()
            if isFull { return }
        }
    }

    var isFull: Bool { violations.count >= JSONSchema.maximumViolations }

    mutating func add(_ found: [SchemaViolation]) {
        violations += found.prefix(JSONSchema.maximumViolations - violations.count)
    }

    mutating func report(_ kind: SchemaViolation.Kind, _ expected: String, _ found: String) {
        add([SchemaViolation(kind: kind, path: path.text, expected: expected, found: found)])
    }

    /// Names the value found by its type.
    mutating func mismatch(_ expected: String, _ value: JSONValue) {
        report(.mismatch, expected, SchemaType(of: value).words)
    }

    /// Shows the value found when it is a short scalar.
    mutating func mismatch(_ expected: String, quoting value: JSONValue) {
        report(.mismatch, expected, quote(value))
    }
}

/// The position of a check inside the value.
struct SchemaPath {
    enum Step {
        case key(String)
        case index(Int)
    }

    private static let longestKey = 64
    var steps: [Step] = []

    /// `filter.price`, `values[2]`, `filter["a b"]`; keys beyond 64 characters are cut.
    var text: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : ".\(key)"
            case .key(let key): text += "[\(JSONValue.string(Self.cut(key)))]"
            }
        }
        return text
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= longestKey
            && key.utf8.allSatisfy { byte in
                byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "$")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    private static func cut(_ key: String) -> String {
        let scalars = key.unicodeScalars.prefix(longestKey)
        return scalars.endIndex == key.endIndex ? key : String(scalars) + "…"
    }
}

/// One thing that is wrong with a checked value, in words that its author can act on.
public struct SchemaViolation: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The value is not what was expected.
        case mismatch
        /// A required member is not there.
        case missing
        /// The object may not have this member.
        case unknown
    }

    public let kind: Kind
    /// Which argument: `filter.price`, `values[2].name`, `filter["a b"]`; empty for the whole value.
    public let path: String
    /// What would be right: `a number`, `one of "list", "get"`.
    public let expected: String
    /// What was there instead: a short scalar itself, else its type. A string is quoted only where few values are right.
    public let found: String
}

extension SchemaViolation: CustomStringConvertible {
    /// One sentence: `argument 'filter.price': expected a number, found a string`.
    public var description: String {
        let subject = path.isEmpty ? "arguments" : "argument '\(path)'"
        return switch kind {
        case .mismatch: "\(subject): expected \(expected), found \(found)"
        case .missing: "\(subject): missing (expected \(expected))"
        case .unknown: "\(subject): not known (expected \(expected))"
        }
    }
}
