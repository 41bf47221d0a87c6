import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// One member of each object in a query's result: a grouping field, or an aggregate.
struct QueryColumn {
    /// Its name in the result.
    let alias: String
    /// The given path of its field, by which an order may name it.
    let path: String
    let expression: Statement
    let type: ColumnType
    /// Set for an aggregate of decimals.
    let decimal: DecimalColumn?
    /// The type of a grouping field, for conditions on the groups.
    let extensionType: ExtensionType?

    private static let aggregations: [String: Statement] = [
        "sum": "\(engine: "sum")", "count": "\(engine: "count")", "avg": "\(engine: "avg")", "min": "\(engine: "min")", "max": "\(engine: "max")",
    ]

    /// A field to group by.
    init(dimension json: JSONValue, argument: String, _ call: RecordCall) throws {
        let members = try Self.members(json, ["field", "alias", "type", "format", "options"], argument)
        // Clients send it with every dimension; what it changes in NocoBase is the unit of numbers that stand for times.
        guard members["options"].map({ $0.isNull || $0.object?.isEmpty == true }) ?? true else {
            throw Refusal(.invalidArgument, "\(argument).options: not used; leave it out")
        }
        path = try Self.path(members["field"], argument)
        let known = try FieldExpression(path, argument: "\(argument).field", call)
        decimal = nil
        if let written = members["format"], !written.isNull {
            let format = try DateFormat(written.string ?? "", argument: "\(argument).format")
            expression = try format.text(of: known, argument: "\(argument).format", call)
            type = .text
            extensionType = nil
        } else {
            expression = known.expression
            type = known.field.type
            extensionType = known.field.extensionType
        }
        alias = try Self.alias(members["alias"], path, argument)
    }

    /// An aggregate over the rows of each group.
    init(measure json: JSONValue, argument: String, _ call: RecordCall) throws {
        let members = try Self.members(json, ["field", "aggregation", "alias", "distinct", "type"], argument)
        path = try Self.path(members["field"], argument)
        extensionType = nil
        alias = try Self.alias(members["alias"], path, argument)
        let name = members["aggregation"]?.string ?? ""
        guard let function = Self.aggregations[name] else {
            throw Refusal(.invalidArgument, "\(argument).aggregation: expected one of sum, count, avg, min, max")
        }
        let isDistinct = members["distinct"]?.bool == true
        guard path != "*" || name == "count" && !isDistinct else {
            throw Refusal(.invalidArgument, "\(argument).field: * is for counting rows alone")
        }
        if path == "*" {
            (expression, type, decimal) = ("\(engine: "count")(*)", .integer, nil)
            return
        }
        let known = try FieldExpression(path, argument: "\(argument).field", call)
        // The engine's own function would use the order of the text, not of the type.
        guard known.field.extensionType == nil || name == "count" && !isDistinct else {
            throw Refusal(.invalidArgument, "\(argument): there is no \(name) of \"\(path)\", which has a type of an extension")
        }
        let distinct: Statement = isDistinct ? "DISTINCT " : ""
        switch (name, known.field.type) {
        case ("count", _): type = .integer
        case ("sum", .integer), ("sum", .decimal), ("sum", .double), ("avg", .integer), ("avg", .decimal), ("avg", .double): type = .decimal
        case ("min", .integer), ("min", .decimal), ("min", .double), ("min", .text), ("min", .date), ("min", .time), ("min", .timestamp),
            ("max", .integer), ("max", .decimal), ("max", .double), ("max", .text), ("max", .date), ("max", .time), ("max", .timestamp):
            type = known.field.type
        default: throw Refusal(.invalidArgument, "\(argument): there is no \(name) of \"\(path)\", which holds \(known.field.type.rawValue)")
        }
        let isDecimal = known.field.type == .decimal && name != "count"
        decimal = isDecimal ? DecimalColumn(scale: name == "avg" ? nil : known.field.decimalSize?.scale) : nil
        let isMoment = call.dialect == .sqlite && known.field.type == .timestamp && name != "count"
        expression =
            isMoment
            ? SQLiteInstant.text(of: "\(function)(\(SQLiteInstant.of(known.expression)))") : "\(function)(\(distinct)\(known.expression))"
    }

    private static func members(_ json: JSONValue, _ known: [String], _ argument: String) throws(Refusal) -> JSONObject {
        guard let object = json.object else {
            throw Refusal(.invalidArgument, "\(argument): expected an object with \(known.joined(separator: ", "))")
        }
        for (name, value) in object where !known.contains(name) && !value.isNull {
            throw Refusal(.invalidArgument, "\(argument).\(name.prefix(60)): not known; expected \(known.joined(separator: ", "))")
        }
        return object
    }

    /// The path of a field: a name, or a list of relations and a field.
    private static func path(_ json: JSONValue?, _ argument: String) throws(Refusal) -> String {
        let names = json?.string.map { [$0] } ?? json?.array?.compactMap(\.string) ?? []
        guard (1...FieldExpression.maximumRelations + 1).contains(names.count), names.count == json?.array?.count ?? 1 else {
            throw Refusal(
                .invalidArgument, "\(argument).field: expected a field, or relations and a field behind them such as [\"customer\", \"tier\"]")
        }
        return names.joined(separator: ".")
    }

    private static func alias(_ json: JSONValue?, _ path: String, _ argument: String) throws(Refusal) -> String {
        let alias = json?.string ?? path
        guard (1...60).contains(alias.utf8.count), !alias.hasPrefix("$"), alias.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            throw Refusal(.invalidArgument, "\(argument).alias: expected a name of at most 60 bytes")
        }
        return alias
    }

    /// The column as a field of the query's result.
    var field: Field {
        Field(
            name: alias, type: type, declaredType: type.rawValue, isNullable: true, hasDefault: false, isGenerated: true, comment: nil,
            extensionType: extensionType)
    }
}
