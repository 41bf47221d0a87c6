/// A fact about where a node came from, such as its place in the text. It takes no part in equality: two trees that say the same are equal,
/// wherever they were written.
package struct Aside<Value: Sendable>: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    package static func == (_: Self, _: Self) -> Bool { true }
    package func hash(into _: inout Hasher) {}
}
