/// Prints a tree as text of one dialect. Names are always quoted, so that none is read as a keyword. Parentheses are printed wherever dialects or
/// versions could read operators differently.
struct Printer {
    let dialect: Dialect
    private(set) var text = ""

    mutating func put(_ part: String) { text += part }

    /// Prints parts with a separator between them.
    mutating func list<Part>(_ parts: [Part], separator: String = ", ", _ print: (inout Printer, Part) -> Void) {
        for (index, part) in parts.enumerated() {
            if index > 0 { put(separator) }
            print(&self, part)
        }
    }

    // MARK: Names

    /// Prints a name in quotation marks. SQLite reads an unknown name in double quotation marks as a string, so backticks are used there.
    mutating func name(_ name: SQLName) {
        let quote = dialect == .postgresql ? "\"" : "`"
        put(quote)
        put(name.text.doubling(dialect == .postgresql ? "\"" : "`"))
        put(quote)
    }

    mutating func names(_ names: [SQLName]) {
        put("(")
        list(names) { $0.name($1) }
        put(")")
    }

    /// `schema.name`
    mutating func qualified(_ schema: SQLName?, _ name: SQLName) {
        if let schema {
            self.name(schema)
            put(".")
        }
        self.name(name)
    }

    /// Prints the name of a function or type, without quotation marks if it is plain and means the same: `count`, not `"count"`.
    mutating func callable(_ schema: SQLName?, _ name: SQLName) {
        let keyword = name.text.asciiUppercased
        let isKeyword = Keywords.isReserved(keyword, in: dialect) && !(dialect == .mysql && Keywords.mySQLFunctionNames.contains(keyword))
        let isFolded = dialect != .postgresql || name.text.asciiLowercased == name.text
        let mayStand = name.text.isPlainWord && isFolded && !isKeyword && (dialect != .mysql || schema == nil)
        if let schema {
            self.name(schema)
            put(".")
        }
        if mayStand { put(name.text) } else { self.name(name) }
    }

    // MARK: Values

    /// Prints a string. Backslashes are escaped so that they stand for themselves under all settings of the engine.
    mutating func string(_ value: String) { put(value.sqlString(in: dialect)) }
}

extension String {
    /// The text as a string literal of a dialect. Backslashes stand for themselves under all settings of the engine. The text must not
    /// contain NUL.
    package func sqlString(in dialect: Dialect) -> String {
        let hasBackslash = utf8.contains(UInt8(ascii: "\\"))
        guard hasBackslash, dialect != .sqlite else { return "'" + doubling("'") + "'" }
        return (dialect == .postgresql ? "E'" : "'") + doubling("'").doubling("\\") + "'"
    }
}

extension String {
    /// Doubles each occurrence of an ASCII character. It compares bytes, so a combining mark after the character does not hide it.
    func doubling(_ character: Character) -> String {
        guard let byte = character.asciiValue, utf8.contains(byte) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 8)
        for next in utf8 {
            bytes.append(next)
            if next == byte { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the text consists of ASCII letters, digits and underscores, and does not start with a digit.
    var isPlainWord: Bool {
        guard let first = utf8.first, first.isASCIILetter || first == UInt8(ascii: "_") else { return false }
        return utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }
}
