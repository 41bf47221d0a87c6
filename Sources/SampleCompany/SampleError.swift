/// Why the sample company was not loaded.
package struct SampleError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        /// A table of the sample already exists.
        case exists
        /// A scale outside 1…1,000.
        case scale
    }

    package let code: Code
    /// For people: says what to do.
    package let reason: String
}
