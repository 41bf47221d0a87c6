package import JSON

/// A rule for the values of a field beyond its type: one rule of `validation`.
package enum FieldRule: Hashable, Sendable {
    case minimum(JSONNumber)
    case maximum(JSONNumber)
    case greater(JSONNumber)
    case less(JSONNumber)
    case whole
    case multiple(JSONNumber)
    /// Unit: Unicode code points.
    case minimumLength(Int)
    case maximumLength(Int)
    case length(Int)
    case email
    case url
    case pattern(TextPattern)

    /// Why a value violates the rule; nil for a valid value, and for a value of another type.
    package func violation(of value: JSONValue) -> String? {
        switch self {
        case .minimum(let limit): number(value).flatMap { $0 < limit ? "expected at least \(limit.text)" : nil }
        case .maximum(let limit): number(value).flatMap { limit < $0 ? "expected at most \(limit.text)" : nil }
        case .greater(let limit): number(value).flatMap { limit < $0 ? nil : "expected more than \(limit.text)" }
        case .less(let limit): number(value).flatMap { $0 < limit ? nil : "expected less than \(limit.text)" }
        case .whole: number(value).flatMap { $0.double == $0.double.rounded() ? nil : "expected a whole number" }
        case .multiple(let step):
            number(value).flatMap { number in
                let rest = number.double.truncatingRemainder(dividingBy: step.double)
                return rest == 0 ? nil : "expected a multiple of \(step.text)"
            }
        case .minimumLength(let count): length(value).flatMap { $0 < count ? "expected at least \(count) characters, found \($0)" : nil }
        case .maximumLength(let count): length(value).flatMap { $0 > count ? "expected at most \(count) characters, found \($0)" : nil }
        case .length(let count): length(value).flatMap { $0 == count ? nil : "expected \(count) characters, found \($0)" }
        case .email: value.string.flatMap { Self.isEmail($0) ? nil : "expected an e-mail address" }
        case .pattern(let pattern): value.string.flatMap { Self.violation(of: pattern, $0) }
        case .url: value.string.flatMap { Self.isURL($0) ? nil : "expected an address that begins with https:// or http://" }
        }
    }

    private func number(_ value: JSONValue) -> JSONNumber? { value.number ?? value.string.flatMap(JSONNumber.init(text:)) }
    private static func violation(of pattern: TextPattern, _ text: String) -> String? {
        guard text.unicodeScalars.count <= TextPattern.maximumTextLength else {
            return "expected at most \(TextPattern.maximumTextLength) characters"
        }
        return pattern.matches(text) ? nil : "expected text that matches \(pattern.text)"
    }

    private func length(_ value: JSONValue) -> Int? { value.string?.unicodeScalars.count }

    /// Whether the text has one `@` with text on both sides and a point in the domain. Whether the address exists cannot be checked.
    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), (3...255).contains(parts[1].utf8.count) else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty } && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 33 }
    }

    static func isURL(_ text: String) -> Bool {
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return false }
        return text.utf8.count > scheme.utf8.count && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 33 }
    }

    /// Reads rules such as `{"rules":[{"name":"max","args":{"limit":20}}]}`.
    /// - Parameter isText: whether `min` and `max` limit the length.
    /// - Returns: the rules, and whether a value is required.
    static func all(_ json: JSONValue, isText: Bool, _ reader: DefinitionReader) throws(CatalogError) -> (rules: [FieldRule], isRequired: Bool) {
        guard let list = (json["rules"] ?? json).array, list.count <= 20 else {
            throw reader.refusal("validation", "expected {\"rules\":[{\"name\":…,\"args\":…}]}, at most 20")
        }
        var rules: [FieldRule] = []
        var isRequired = false
        for rule in list {
            guard let name = rule["name"]?.string else { throw reader.refusal("validation", "each rule needs a name") }
            if name == "required" {
                isRequired = true
                continue
            }
            rules.append(try one(name, rule["args"] ?? .null, isText: isText, reader))
        }
        return (rules, isRequired)
    }

    private static func one(_ name: String, _ arguments: JSONValue, isText: Bool, _ reader: DefinitionReader) throws(CatalogError) -> FieldRule {
        let argument = arguments.array?.first ?? arguments.object?.values.first ?? arguments
        func limit() throws(CatalogError) -> JSONNumber {
            guard let number = argument.number, number.double.isFinite else {
                throw reader.refusal("validation", "rule '\(excerpt(name))' needs a number")
            }
            return number
        }
        func count() throws(CatalogError) -> Int {
            guard let count = argument.int, (0...1_000_000).contains(count) else {
                throw reader.refusal("validation", "rule '\(excerpt(name))' needs a number of characters")
            }
            return Int(count)
        }
        switch name {
        case "min": return isText ? .minimumLength(try count()) : .minimum(try limit())
        case "max": return isText ? .maximumLength(try count()) : .maximum(try limit())
        case "length": return .length(try count())
        case "greater": return .greater(try limit())
        case "less": return .less(try limit())
        case "positive": return .greater(JSONNumber(0))
        case "negative": return .less(JSONNumber(0))
        case "integer": return .whole
        case "multiple":
            let step = try limit()
            guard step.double > 0 else { throw reader.refusal("validation", "rule 'multiple' needs a number above 0") }
            return .multiple(step)
        case "email": return .email
        case "pattern", "regex":
            guard isText, let text = argument.string else {
                throw reader.refusal("validation", "rule 'pattern' needs a field of text and a regular expression such as \"^[A-Z]{3}$\"")
            }
            do throws(TextPattern.Failure) { return .pattern(try TextPattern(text)) } catch {
                throw reader.refusal("validation", "rule 'pattern': the regular expression \(error.reason)")
            }
        case "uri", "url": return .url
        default:
            throw reader.refusal(
                "validation",
                "unknown rule '\(excerpt(name))'; known: required, min, max, length, greater, less, positive, negative, integer, multiple, email, url, pattern"
            )
        }
    }
}
