/// A PostgreSQL type from an extension, with the known facts about its operators.
package struct ExtensionType: Hashable, Sendable {
    /// How values of the type are compared.
    package enum Comparison: Hashable, Sendable {
        /// By the extension's operators, with a value of the same type.
        case own
        /// As text, which is the same for equal values.
        case text
        /// Not at all: the extension is unknown here, or other users may create operators in its schema.
        case none
        /// Not at all, and not as text either: a user defined a cast function for its values, which the engine would call.
        case cast
    }

    package var schema: String
    package var name: String
    package var comparison: Comparison
}
