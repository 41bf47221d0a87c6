/// Makes unique names for the columns of a file, whatever its first line contains (H05).
enum ColumnLabels {
    /// Unit: Unicode code points.
    static let maximumLength = 120

    /// The names in the file without invisible characters; empty ones are named by their number (`column_3`), repeated ones get a suffix
    /// (`name_2`).
    static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.enumerated().map { index, name in
            let shown = visible(name)
            let base = shown.isEmpty ? "column_\(index + 1)" : shown
            var label = base
            var number = 2
            while !taken.insert(label.lowercased()).inserted {
                label = "\(base)_\(number)"
                number += 1
            }
            return label
        }
    }

    /// Removes control characters, marks that change the text direction, and surrounding spaces.
    private static func visible(_ name: String) -> String {
        let scalars = name.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: scalar == " "
            default: true
            }
        }.prefix(maximumLength)
        var text = Substring(String(String.UnicodeScalarView(scalars)))
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Names of fields for a new collection, in the order of the columns: ASCII letters, digits and `_`, beginning with a letter, unique,
    /// and different from the server's own fields.
    static func fieldNames(of labels: [String]) -> [String] {
        var taken = Set(reserved.map { $0.lowercased() })
        return labels.enumerated().map { index, label in
            let base = fieldName(label) ?? "column_\(index + 1)"
            var name = base
            if taken.contains(name.lowercased()) { name = "file_" + base.prefix(40) }
            var number = 2
            while !taken.insert(name.lowercased()).inserted {
                name = "\(base.prefix(40))_\(number)"
                number += 1
            }
            return name
        }
    }

    /// Fields that the server creates with a collection.
    private static let reserved = ["id", "createdAt", "updatedAt", "createdById", "updatedById", "deletedAt"]

    private static func fieldName(_ label: String) -> String? {
        var name = ""
        for byte in label.utf8 {
            let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            let isDigit = (0x30...0x39).contains(byte)
            if isLetter || isDigit {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !name.isEmpty, name.last != "_" {
                name += "_"
            }
        }
        while name.last == "_" { name.removeLast() }
        guard let first = name.utf8.first else { return nil }
        if (0x30...0x39).contains(first) { name = "n" + name }
        return String(name.prefix(48))
    }
}
