import Access
import JSON
import Notation

/// Variables such as `{{$context.data.total}}` in the texts of a configuration.
enum Template {
    /// A path in double braces.
    struct Variable: Hashable {
        /// `$context`, `$jobsMapByNodeKey`, `$scopes` or `$system`.
        let root: String
        let path: [String]
    }

    private enum Piece {
        case text(Substring)
        case variable(Variable)
    }

    static let roots = ["$context", "$jobsMapByNodeKey", "$scopes", "$system"]

    /// Every variable in a value, at any depth.
    static func variables(of value: JSONValue) throws(Refusal) -> [Variable] {
        switch value {
        case .string(let text):
            return try pieces(text).compactMap { piece in if case .variable(let variable) = piece { variable } else { nil } }
        case .array(let elements):
            var all: [Variable] = []
            for element in elements { all += try variables(of: element) }
            return all
        case .object(let members):
            var all: [Variable] = []
            for (_, member) in members { all += try variables(of: member) }
            return all
        default: return []
        }
    }

    /// - Throws: ``Refusal`` `limited` when the values of variables exceed a node's limit: a small text can repeat a large value a thousand
    ///   times.
    static func checkSize(of value: JSONValue, _ values: TemplateValues) throws(Refusal) {
        var sizes: [Variable: Int] = [:]
        var left = WorkflowLimits.filledBytes
        for variable in try variables(of: value) {
            let size = sizes[variable] ?? values[variable].serialized.count
            sizes[variable] = size
            left -= size
            guard left >= 0 else {
                throw Refusal(.limited, "its variables bring more than \(WorkflowLimits.filledBytes / 1_048_576) MB; use fewer or smaller ones")
            }
        }
    }

    /// The value with each variable replaced. A text that consists of one variable becomes the variable's value, of any type; in a longer
    /// text the value becomes text.
    static func filled(_ value: JSONValue, _ values: TemplateValues) throws(Refusal) -> JSONValue {
        switch value {
        case .string(let text): return try filled(text, values)
        case .array(let elements):
            var out: [JSONValue] = []
            for element in elements { out.append(try filled(element, values)) }
            return .array(out)
        case .object(let members):
            var out = JSONObject()
            for (key, member) in members { out[key] = try filled(member, values) }
            return .object(out)
        default: return value
        }
    }

    /// The same for a filter or a key: the value of a variable is always a value there, never an operator.
    static func filledPlainly(_ value: JSONValue, _ values: TemplateValues, argument: String) throws(Refusal) -> JSONValue {
        switch value {
        case .string(let text):
            let value = try filled(text, values)
            let isPlain = value.object == nil && value.array?.allSatisfy { $0.object == nil && $0.array == nil } ?? true
            guard isPlain else {
                throw Refusal(
                    .invalidArgument, "\(argument): \(text.prefix(80)) is an object, and must be a text, a number, a flag or a list of these")
            }
            // Filters have their own variables, such as the caller's id.
            guard !([value] + (value.array ?? [])).contains(where: { $0.string?.contains("{{") == true }) else {
                throw Refusal(.invalidArgument, "\(argument): \(text.prefix(80)) brings a text with {{, which is read as a variable there")
            }
            return value
        case .array(let elements):
            var out: [JSONValue] = []
            for element in elements { out.append(try filledPlainly(element, values, argument: argument)) }
            return .array(out)
        case .object(let members):
            var out = JSONObject()
            for (key, member) in members { out[key] = try filledPlainly(member, values, argument: argument) }
            return .object(out)
        default: return value
        }
    }

    /// The text of a URL with percent-encoded values, so that no value can begin another part of the URL or leave its path segment.
    static func filledURL(_ text: String, _ values: TemplateValues) throws(Refusal) -> String {
        var out = ""
        for piece in try pieces(text) {
            switch piece {
            case .text(let text): out += text
            case .variable(let variable): out += PercentEncoding.encode(Self.text(values[variable]))
            }
        }
        guard !out.split(whereSeparator: { "/?#".contains($0) }).contains(where: { $0 == "." || $0 == ".." }) else {
            throw Refusal(.invalidArgument, "url: a part of its path is '.' or '..', which leads to another place")
        }
        return out
    }

    private static func filled(_ text: String, _ values: TemplateValues) throws(Refusal) -> JSONValue {
        let pieces = try pieces(text)
        if pieces.count == 1, case .variable(let variable) = pieces[0] { return values[variable] }
        return .string(try filledText(text, values))
    }

    /// The text with each variable replaced by its value.
    /// - Parameter values: nil to replace each variable by `***`.
    static func filledText(_ text: String, _ values: TemplateValues?) throws(Refusal) -> String {
        var out = ""
        for piece in try pieces(text) {
            switch piece {
            case .text(let text): out += text
            case .variable(let variable): out += values.map { Self.text($0[variable]) } ?? "***"
            }
        }
        return out
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        default: value.description
        }
    }

    private static func pieces(_ text: String) throws(Refusal) -> [Piece] {
        guard text.contains("{{") else { return [.text(text[...])] }
        var pieces: [Piece] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            if start.lowerBound > rest.startIndex { pieces.append(.text(rest[..<start.lowerBound])) }
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
                throw Refusal(.invalidArgument, "'\(text.prefix(80))': {{ without }}")
            }
            pieces.append(.variable(try variable(rest[start.upperBound..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.text(rest)) }
        return pieces
    }

    private static func variable(_ text: Substring) throws(Refusal) -> Variable {
        let name = text.filter { !$0.isWhitespace }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let root = parts.first, roots.contains(root), !parts.contains(""), !name.contains("{") else {
            throw Refusal(
                .invalidArgument,
                "{{\(text.prefix(80))}}: no such variable; expected {{$context.data.FIELD}}, {{$jobsMapByNodeKey.KEY.FIELD}}, "
                    + "{{$scopes.KEY.item}} inside a loop, or {{$system.now}}")
        }
        return Variable(root: root, path: Array(parts.dropFirst()))
    }
}

/// The values of variables at a point of an execution.
struct TemplateValues {
    /// The data of the trigger.
    var context: JSONValue
    /// Results of nodes, by the nodes' keys.
    var results: JSONObject = [:]
    /// `item`, `index` and `length` of the enclosing loops, by the loops' keys.
    var scopes: JSONObject = [:]
    var now: Timestamp

    /// The value of a variable; null if it does not exist. A name after a list means that member of each element.
    subscript(variable: Template.Variable) -> JSONValue {
        let root: JSONValue =
            switch variable.root {
            case "$context": context
            case "$jobsMapByNodeKey": .object(results)
            case "$scopes": .object(scopes)
            default: ["now": .string(now.rfc3339)]
            }
        return Self.value(root, variable.path[...])
    }

    private static func value(_ value: JSONValue, _ path: ArraySlice<String>) -> JSONValue {
        guard let name = path.first else { return value }
        if let elements = value.array {
            if let index = Int(name) { return Self.value(elements.indices.contains(index) ? elements[index] : .null, path.dropFirst()) }
            return .array(elements.map { Self.value($0, path) })
        }
        return Self.value(value[name] ?? .null, path.dropFirst())
    }
}
