/// A detail of a node that equality ignores, such as its position in the text: two trees with the same meaning are equal wherever they were written.
package struct IgnoredInEquality<Value: Sendable>: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    package static func == (_: Self, _: Self) -> Bool { true }
    package func hash(into _: inout Hasher) {}
}
