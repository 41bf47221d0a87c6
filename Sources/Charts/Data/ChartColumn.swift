/// One column of a result.
package struct ChartColumn: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case number, text, date, time, boolean
    }

    /// The name in the result.
    package let name: String
    /// What readers see.
    package let label: String
    package let kind: Kind

    /// Longest label; the rest is cut. Unit: Unicode scalars.
    private static let maxLabel = 100

    /// Without a label, the name with spaces for underscores: `total_revenue` is "Total revenue".
    package init(_ name: String, _ kind: Kind, label: String? = nil) {
        self.name = name
        self.kind = kind
        self.label = PlainText.clean(label ?? Self.readable(name), limit: Self.maxLabel)
    }

    private static func readable(_ name: String) -> String {
        let spaced = name.split(separator: "_").joined(separator: " ")
        return spaced.prefix(1).uppercased() + spaced.dropFirst()
    }
}
