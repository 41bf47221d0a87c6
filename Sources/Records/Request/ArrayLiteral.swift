import Access
import Catalog
import JSON
import Notation
import SQL
import SQLSyntax

/// Writes a list as the text of a PostgreSQL array: each element is checked as a value of the element type and quoted.
struct ArrayLiteral {
    /// The engine's own limit.
    private static let maximumDimensions = 6

    private let value: FieldValue

    /// - Parameter value: of a field that holds arrays.
    init(_ value: FieldValue) { self.value = value }

    /// - Throws: ``Refusal`` `invalidArgument` that names the element.
    func text(of list: JSONValue) throws(Refusal) -> String { try text(of: list, value.argument, dimension: 1) }

    private func text(of list: JSONValue, _ argument: String, dimension: Int) throws(Refusal) -> String {
        guard dimension <= Self.maximumDimensions else {
            throw Refusal(.invalidArgument, "\(value.argument): expected at most \(Self.maximumDimensions) lists one in another")
        }
        let elements = list.array ?? []
        // JSON documents may themselves be lists.
        let isNested = elements.contains { $0.array != nil } && value.field.elementType != .json
        if isNested, Set(elements.map { $0.array?.count ?? -1 }).count > 1 {
            throw Refusal(.invalidArgument, "\(argument): expected lists of the same length")
        }
        var parts: [String] = []
        for (index, element) in elements.enumerated() {
            let place = "\(argument)[\(index)]"
            parts.append(try isNested ? text(of: element, place, dimension: dimension + 1) : text(element: element, place))
        }
        return "{\(parts.joined(separator: ","))}"
    }

    private func text(element: JSONValue, _ argument: String) throws(Refusal) -> String {
        guard !element.isNull else { return "NULL" }
        let type = value.field.elementType
        // An element of any other type is text for the engine.
        let field = Field(
            name: value.field.name, type: type, declaredType: value.field.elementTypeName, isNullable: true, hasDefault: false, isGenerated: false,
            comment: nil)
        let text: String =
            switch try FieldValue(field: field, dialect: value.dialect, argument: argument).read(element) {
            case .null: "NULL"
            case .bool(let flag): flag ? "t" : "f"
            case .int(let number): String(number)
            case .double(let number): String(number)
            case .decimal(let text), .text(let text): text
            case .blob(let bytes): "\\x" + Hexadecimal.encode(bytes)
            }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension Field {
    /// The type of an array's elements as the engine writes it.
    fileprivate var elementTypeName: String {
        var name = declaredType[...]
        while name.hasSuffix("[]") { name = name.dropLast(2) }
        return String(name)
    }

    fileprivate var elementType: ColumnType {
        let name = elementTypeName
        return switch name.prefix(while: { $0 != "(" && $0 != " " }) {
        case "smallint", "integer", "bigint": .integer
        case "numeric": .decimal
        case "real", "double": .double
        case "boolean": .boolean
        case "text", "character": .text
        case "uuid": .uuid
        case "json", "jsonb": .json
        case "date": .date
        case "time": .time
        case "timestamp": .timestamp
        case "bytea": .blob
        default: .other
        }
    }
}
