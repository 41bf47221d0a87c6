package import SQLSyntax

/// The name of a table, column or schema. It quotes itself for each dialect; there is no way to put it into SQL unquoted.
package struct Identifier: Hashable, Sendable {
    package let name: String

    /// - Parameter name: any text from a schema. A NUL is dropped, since no engine stores one.
    package init(_ name: String) {
        self.name = name.unicodeScalars.contains("\0") ? String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\0" })) : name
    }

    /// The quoted form, its quotation marks doubled.
    package func quoted(for dialect: Dialect) -> String {
        let quote = dialect.identifierQuote.unicodeScalars.first ?? "\""
        var out = String.UnicodeScalarView()
        out.append(quote)
        for scalar in name.unicodeScalars {
            if scalar == quote { out.append(quote) }
            out.append(scalar)
        }
        out.append(quote)
        return String(out)
    }
}
