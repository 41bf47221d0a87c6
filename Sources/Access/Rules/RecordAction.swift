/// An action on the rows of a collection, by the name that rules use.
package enum RecordAction: String, Hashable, Sendable, CaseIterable, Comparable {
    /// list, get, query, export
    case view
    case create
    case update
    case destroy

    package static func < (left: RecordAction, right: RecordAction) -> Bool { left.index < right.index }
    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
