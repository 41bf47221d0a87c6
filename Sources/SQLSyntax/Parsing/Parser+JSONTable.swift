extension Parser {
    /// Parses MySQL's `JSON_TABLE(value, path COLUMNS (…)) AS name`, from its first word.
    mutating func jsonTable() throws(SyntaxError) -> TableReference {
        let start = token
        advance()
        try expectMark("(")
        let value = try expression()
        try expectMark(",")
        let path = try stringText("a path such as '$[*]'")
        let columns = try jsonColumns()
        try expectMark(")")
        let arguments = [value, .literal(.string(path))].map { FunctionCall.Argument($0) }
        guard let alias = try tableAlias(takesColumns: false) else { throw error("JSON_TABLE needs a name: JSON_TABLE(…) AS name, not \(found)") }
        return .function(
            TableFunction(FunctionCall("json_table", .list(arguments), offset: start.offset), as: alias, jsonColumns: columns))
    }

    private mutating func jsonColumns() throws(SyntaxError) -> [JSONTableColumn] {
        try descend()
        try expect("COLUMNS")
        try expectMark("(")
        var columns: [JSONTableColumn] = []
        repeat { columns.append(try jsonColumn()) } while takeMark(",")
        try expectMark(")")
        ascend()
        return columns
    }

    private mutating func jsonColumn() throws(SyntaxError) -> JSONTableColumn {
        if isWord("NESTED"), isWord("PATH", after: 1) || token(after: 1).kind == .string {
            advance()
            _ = take("PATH")
            return .nested(path: try stringText("a path"), try jsonColumns())
        }
        let name = try name("a column")
        if take("FOR", "ORDINALITY") { return .ordinality(name) }
        let type = try mySQLColumnType()
        if take("EXISTS") {
            try expect("PATH")
            return .exists(name, type, path: try stringText("a path"))
        }
        try expect("PATH")
        let path = try stringText("a path such as '$.name'")
        var (onEmpty, onError): (JSONTableColumn.Fallback?, JSONTableColumn.Fallback?)
        while onError == nil, let fallback = try jsonFallback() {
            try expect("ON")
            if onEmpty == nil, take("EMPTY") {
                onEmpty = fallback
            } else {
                try expect("ERROR")
                onError = fallback
            }
        }
        return .value(name, type, path: path, onEmpty: onEmpty, onError: onError)
    }

    /// Parses `NULL`, `ERROR` or `DEFAULT '0'`; nil for anything else.
    private mutating func jsonFallback() throws(SyntaxError) -> JSONTableColumn.Fallback? {
        if take("NULL") { return .null }
        if take("ERROR") { return .error }
        return take("DEFAULT") ? .value(try stringText("a value in quotation marks")) : nil
    }

    private mutating func stringText(_ what: String) throws(SyntaxError) -> String {
        guard token.kind == .string else { throw expected(what) }
        advance()
        return token(after: -1).text
    }
}
