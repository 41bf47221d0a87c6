import Yams

/// Parses the YAML file of a semantic layer.
package struct SemanticReader {
    /// Longest file. Unit: bytes.
    package static let maximumLength = 262_144
    /// Most entries and texts in a file.
    static let maximumNodes = 20_000
    /// Longest text. Unit: characters.
    static let maximumText = 1_000
    /// Deepest nesting of lists and objects. A valid file needs six levels.
    static let maximumDepth = 24

    private var problems: [SemanticProblem] = []
    private var nodes = 0

    private init() {}

    /// - Returns: the layer, as far as it could be parsed, and all errors in the file's structure.
    package static func read(_ text: String) -> (layer: SemanticLayer, problems: [SemanticProblem]) {
        if let problem = refused(text) { return (SemanticLayer(), [problem]) }
        var reader = SemanticReader()
        do {
            guard let root = try compose(yaml: text) else { return (SemanticLayer(), []) }
            let layer = reader.layer(root)
            return (layer, reader.problems)
        } catch {
            return (SemanticLayer(), [problem(error)])
        }
    }

    /// Checks size, depth and anchors before the YAML parser runs. Anchors can expand a short file to a huge one.
    private static func refused(_ text: String) -> SemanticProblem? {
        guard text.utf8.count <= maximumLength else { return SemanticProblem(line: 0, reason: "the file has at most \(maximumLength) bytes") }
        var depth = 0
        for (number, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard line.prefix(while: { [0x20, 0x2D, 0x3F].contains($0) }).count <= 2 * maximumDepth else {
                return SemanticProblem(line: number + 1, reason: "nested too deep")
            }
            var before: UInt8 = 0x2D
            for byte in line {
                if byte == 0x5B || byte == 0x7B { depth += 1 } else if byte == 0x5D || byte == 0x7D { depth = max(0, depth - 1) }
                guard depth <= maximumDepth else { return SemanticProblem(line: number + 1, reason: "nested too deep") }
                if byte == 0x26, [0x2D, 0x3A, 0x3F, 0x5B, 0x7B, 0x2C].contains(before) {
                    return SemanticProblem(line: number + 1, reason: "anchors (&) are not read: write the entry out, or the text in quotation marks")
                }
                if byte != 0x20 { before = byte }
            }
        }
        return nil
    }

    private static func problem(_ error: any Error) -> SemanticProblem {
        guard let error = error as? YamlError else { return SemanticProblem(line: 0, reason: "not YAML") }
        return switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            SemanticProblem(line: mark.line, reason: "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            SemanticProblem(line: context.mark.line, reason: "written twice: \(keys.prefix(3).map { "\($0)".prefix(60) }.joined(separator: ", "))")
        default: SemanticProblem(line: 0, reason: "not YAML")
        }
    }

    // MARK: Forms

    private mutating func fail(_ node: Node, _ reason: String) {
        if problems.count < 50 { problems.append(SemanticProblem(line: node.mark?.line ?? 0, reason: reason)) }
    }

    /// The members of an object, in order.
    private mutating func members(_ node: Node, of what: String) -> [(name: String, key: Node, value: Node)] {
        guard case .mapping(let mapping) = node else {
            // An entry without a value, for example with only a comment.
            if case .scalar(let scalar) = node, scalar.string.isEmpty || scalar.string == "null" || scalar.string == "~" { return [] }
            fail(node, "\(what): expected members with a colon")
            return []
        }
        var out: [(String, Node, Node)] = []
        for (key, value) in mapping {
            guard let name = text(key, of: what) else { continue }
            out.append((name, key, value))
        }
        return out
    }

    private mutating func text(_ node: Node, of what: String) -> String? {
        nodes += 1
        guard nodes <= Self.maximumNodes else {
            if nodes == Self.maximumNodes + 1 { fail(node, "the file has at most \(Self.maximumNodes) entries") }
            return nil
        }
        guard case .scalar(let scalar) = node else {
            fail(node, "\(what): expected a text")
            return nil
        }
        let text = scalar.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.count <= Self.maximumText else {
            fail(node, "\(what): at most \(Self.maximumText) characters")
            return nil
        }
        return text
    }

    private mutating func texts(_ node: Node, of what: String) -> [String] {
        guard case .sequence(let sequence) = node else { return text(node, of: what).map { $0.isEmpty ? [] : [$0] } ?? [] }
        var out: [String] = []
        for element in sequence { if let text = text(element, of: what), !text.isEmpty { out.append(text) } }
        return out
    }

    private mutating func flag(_ node: Node, of what: String) -> Bool {
        switch text(node, of: what)?.lowercased() {
        case "true", "yes": return true
        case "false", "no": return false
        default:
            fail(node, "\(what): expected true or false")
            return false
        }
    }

    private mutating func unknown(_ key: Node, _ name: String, in what: String, _ known: [String]) {
        fail(key, "\(what): no member '\(name.prefix(40))'; known are \(known.joined(separator: ", "))")
    }

    // MARK: Entries

    private mutating func layer(_ root: Node) -> SemanticLayer {
        var layer = SemanticLayer()
        for (name, key, value) in members(root, of: "the file") {
            switch name {
            case "version": if text(value, of: name) != "1" { fail(value, "version: 1 is expected") }
            case "tables":
                for (name, key, value) in members(value, of: "tables") { layer.tables.append(table(name, key, value)) }
            case "terms":
                for (name, key, value) in members(value, of: "terms") {
                    guard let text = text(value, of: "terms.\(name)"), !text.isEmpty else { continue }
                    layer.terms.append(SemanticLayer.Term(name: name, text: text, line: key.mark?.line ?? 0))
                }
            default: unknown(key, name, in: "the file", ["version", "tables", "terms"])
            }
        }
        return layer
    }

    private mutating func table(_ name: String, _ key: Node, _ node: Node) -> SemanticLayer.Table {
        var table = SemanticLayer.Table(name: name)
        table.line = key.mark?.line ?? 0
        for (member, key, value) in members(node, of: name) {
            let what = "\(name).\(member)"
            switch member {
            case "description": table.words.description = text(value, of: what)
            case "synonyms": table.words.synonyms = texts(value, of: what)
            case "hidden": table.isHidden = flag(value, of: what)
            case "display": table.display = texts(value, of: what)
            case "date": table.date = text(value, of: what)
            case "columns":
                for (name, key, value) in members(value, of: what) { table.columns.append(column(name, key, value, of: what)) }
            case "measures", "filters", "metrics":
                guard let kind = SemanticLayer.Concept.Kind(rawValue: member) else { continue }
                for (name, key, value) in members(value, of: what) {
                    if let concept = concept(kind, name, key, value, of: what) { table.concepts.append(concept) }
                }
            default:
                let known = ["description", "synonyms", "hidden", "display", "date", "columns", "measures", "filters", "metrics"]
                unknown(key, member, in: name, known)
            }
        }
        return table
    }

    private mutating func column(_ name: String, _ key: Node, _ node: Node, of what: String) -> SemanticLayer.Column {
        var column = SemanticLayer.Column(name: name)
        column.line = key.mark?.line ?? 0
        for (member, key, value) in members(node, of: "\(what).\(name)") {
            let path = "\(what).\(name).\(member)"
            switch member {
            case "description": column.words.description = text(value, of: path)
            case "synonyms": column.words.synonyms = texts(value, of: path)
            case "hidden": column.isHidden = flag(value, of: path)
            default: unknown(key, member, in: "\(what).\(name)", ["description", "synonyms", "hidden"])
            }
        }
        return column
    }

    /// Parses a concept: an expression alone, or an object with one.
    private mutating func concept(
        _ kind: SemanticLayer.Concept.Kind, _ name: String, _ key: Node, _ node: Node, of what: String
    ) -> SemanticLayer.Concept? {
        var concept = SemanticLayer.Concept(kind, name: name, expression: "")
        concept.line = key.mark?.line ?? 0
        if case .scalar = node {
            concept.expression = text(node, of: "\(what).\(name)") ?? ""
        } else {
            for (member, key, value) in members(node, of: "\(what).\(name)") {
                let path = "\(what).\(name).\(member)"
                switch member {
                case "expression": concept.expression = text(value, of: path) ?? ""
                case "description": concept.words.description = text(value, of: path)
                case "synonyms": concept.words.synonyms = texts(value, of: path)
                default: unknown(key, member, in: "\(what).\(name)", ["expression", "description", "synonyms"])
                }
            }
        }
        guard !concept.expression.isEmpty else {
            fail(key, "\(what).\(name): expected an expression")
            return nil
        }
        return concept
    }
}
