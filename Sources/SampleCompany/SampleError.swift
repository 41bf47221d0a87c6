/// Why the sample company was not loaded.
package struct SampleError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        /// A table of the sample is there already.
        case exists
        /// A scale outside 1…1,000.
        case scale
    }

    package let code: Code
    /// For people: names the way out.
    package let reason: String
}
