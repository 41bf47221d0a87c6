import JSON
import SQL
import SQLSyntax

/// Conditions on the elements of arrays, in JSON and in PostgreSQL's arrays. A value that is not an array contains no element and does not count as
/// empty.
extension OperandWriter {
    func array(_ test: ArrayTest, _ field: Field, _ column: Statement) -> Statement {
        switch dialect {
        case .sqlite: sqlite(test, column)
        case .postgresql: postgreSQL(test, field, column)
        case .mysql: mySQL(test, column)
        }
    }

    private func sqlite(_ test: ArrayTest, _ column: Statement) -> Statement {
        let isArray: Statement = "(CASE WHEN json_valid(\(column)) THEN json_type(\(column)) END = 'array')"
        let elements: Statement = "json_each(CASE WHEN \(isArray) THEN \(column) ELSE '[]' END)"
        func holds(_ element: JSONValue) -> Statement {
            "EXISTS (SELECT 1 FROM \(elements) AS e WHERE \(Self.isElement(element)))"
        }
        switch test {
        case .overlaps(let list): return list.isEmpty ? "1 = 0" : "(\(Statement.joined(list.map(holds), by: " OR ")))"
        case .equals(let list):
            let among = list.map(Self.isElement)
            let others: Statement = among.isEmpty ? "1 = 1" : "(\(Statement.joined(among, by: " OR "))) IS NOT TRUE"
            let conditions: [Statement] = [isArray, "NOT EXISTS (SELECT 1 FROM \(elements) AS e WHERE \(others))"] + list.map(holds)
            return "(\(Statement.joined(conditions, by: " AND ")))"
        case .isEmpty: return "(\(column) IS NULL OR \(isArray) AND NOT EXISTS (SELECT 1 FROM \(elements)))"
        }
    }

    /// Compares an element. SQLite represents booleans as numbers, but with another type.
    private static func isElement(_ element: JSONValue) -> Statement {
        guard let flag = element.bool else { return "(e.value = \(plain(element)) AND e.type NOT IN ('true', 'false'))" }
        return flag ? "e.type = 'true'" : "e.type = 'false'"
    }

    private func postgreSQL(_ test: ArrayTest, _ field: Field, _ column: Statement) -> Statement {
        // Of PostgreSQL's two JSON types only jsonb can be compared.
        let document: Statement = field.type == .json ? "CAST(\(column) AS \(engine: "jsonb"))" : "\(engine: "to_jsonb")(\(column))"
        let isArray: Statement = "\(engine: "jsonb_typeof")(\(document)) \(EngineOperator.equal) 'array'"
        func json(_ value: JSONValue) -> Statement { "CAST(\(value.description) AS \(engine: "jsonb"))" }
        switch test {
        case .overlaps(let list):
            let each = list.map { "\(document) \(EngineOperator.contains) \(json(.array([$0])))" as Statement }
            return each.isEmpty ? "1 = 0" : "(\(isArray) AND (\(Statement.joined(each, by: " OR "))))"
        case .equals(let list):
            let all = json(.array(list))
            return "(\(isArray) AND \(document) \(EngineOperator.contains) \(all) AND \(all) \(EngineOperator.contains) \(document))"
        case .isEmpty: return "(\(column) IS NULL OR \(document) \(EngineOperator.equal) \(json([])))"
        }
    }

    private func mySQL(_ test: ArrayTest, _ column: Statement) -> Statement {
        let isArray: Statement = "JSON_TYPE(\(column)) = 'ARRAY'"
        switch test {
        case .overlaps(let list):
            let each = list.map { "JSON_CONTAINS(\(column), \($0.description))" as Statement }
            return each.isEmpty ? "1 = 0" : "(\(isArray) AND (\(Statement.joined(each, by: " OR "))))"
        case .equals(let list):
            let all = JSONValue.array(list).description
            return "(\(isArray) AND JSON_CONTAINS(\(column), \(all)) AND JSON_CONTAINS(\(all), \(column)))"
        case .isEmpty: return "(\(column) IS NULL OR (\(isArray) AND JSON_LENGTH(\(column)) = 0))"
        }
    }

    private static func plain(_ element: JSONValue) -> SQLValue {
        switch SQLValue(scalar: element) {
        case .decimal(let text)?: Double(text).map { .double($0) } ?? .text(text)
        case let value?: value
        case nil: .null
        }
    }
}

extension Field {
    /// Whether its values can be arrays whose elements a filter can test.
    var holdsArrays: Bool { type == .json || holdsEngineArrays }

    /// Whether its values are PostgreSQL arrays.
    package var holdsEngineArrays: Bool { type == .other && declaredType.hasSuffix("[]") }
}
