import JSON

/// An input that got a wrong response.
package struct FuzzFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ words: String, _ input: FuzzInput) { description = "\(words): \(String(decoding: input.line("").serialized, as: UTF8.self))" }
}
