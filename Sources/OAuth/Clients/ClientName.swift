/// The name that a client gave itself, sanitized for display in a question: one line of visible characters, limited in length.
///
/// It proves nothing: a page that shows it also shows the redirect's host.
package struct ClientName: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    /// Unit: characters.
    package static let maximumLength = 64
    private static let maximumScalars = 128
    /// Most combining marks on one letter; more would cover neighbouring lines.
    private static let maximumMarks = 2

    /// - Parameters:
    ///   - given: any text; control, format, bidirectional and private characters, `<` and `>` are removed.
    ///   - fallback: the name when nothing is left.
    package init(cleaning given: String?, fallback: String) {
        text = Self.clean(given ?? "") ?? Self.clean(fallback) ?? "unnamed client"
    }

    private static func clean(_ given: String) -> String? {
        var scalars = String.UnicodeScalarView()
        var marks = 0
        for scalar in given.unicodeScalars.prefix(4_096) {
            if scalar.properties.isWhitespace {
                if let last = scalars.last, last != " " { scalars.append(" ") }
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: continue
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                if marks > maximumMarks || scalars.isEmpty { continue }
            default:
                marks = 0
                if scalar == "<" || scalar == ">" || scalar.properties.isDefaultIgnorableCodePoint { continue }
            }
            scalars.append(scalar)
            if scalars.count == maximumScalars { break }
        }
        if scalars.last == " " { scalars.removeLast() }
        let text = String(String(scalars).prefix(maximumLength))
        return text.isEmpty ? nil : text
    }
}
