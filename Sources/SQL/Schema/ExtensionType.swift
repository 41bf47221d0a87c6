/// A PostgreSQL type from an extension, with what is known of its operators.
package struct ExtensionType: Hashable, Sendable {
    /// How values of the type are compared.
    package enum Comparison: Hashable, Sendable {
        /// By the extension's operators, with a value of the same type.
        case own
        /// As their text, which is the same for equal values.
        case text
        /// Not at all: the extension is none that is known here, or others may make operators in its schema.
        case none
        /// Not at all, and not as its text either: a user defined a function that casts its values, which the engine would call.
        case cast
    }

    package var schema: String
    package var name: String
    package var comparison: Comparison
}
