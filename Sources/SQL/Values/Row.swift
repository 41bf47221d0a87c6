package import JSON

/// The current row of a running query, valid only inside the closure that receives it.
package protocol Row {
    var columnCount: Int { get }
    func isNull(_ index: Int) -> Bool
    /// The value as a 64-bit integer; nil when null or not a whole number.
    func int(_ index: Int) -> Int64?
    func double(_ index: Int) -> Double?
    /// The value as text; nil when null.
    func text(_ index: Int) -> String?
    func bool(_ index: Int) -> Bool?
    func bytes(_ index: Int) -> [UInt8]?
    func value(_ index: Int) -> SQLValue
    /// Appends the value as JSON: whole numbers beyond 2^53 and decimals as strings, times as RFC 3339, binary as base64.
    /// - Throws: ``UnwritableNumber``; nothing of it was appended.
    func write(_ index: Int, to writer: inout JSONWriter) throws(UnwritableNumber)
}

/// A number that JSON cannot express (RFC 8259 section 6): an infinity, or NaN.
package struct UnwritableNumber: Error, Hashable, Sendable, CustomStringConvertible {
    /// As engines write it.
    package let description: String

    init(_ value: Double) { description = value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
}

extension JSONWriter {
    /// Appends a number of an engine.
    mutating func finite(_ value: Double) throws(UnwritableNumber) {
        guard value.isFinite else { throw UnwritableNumber(value) }
        double(value)
    }
}

/// Whether the reader of rows wants another one.
package enum RowDemand: Sendable {
    case more, stop
}
