package import Records

/// A file on this machine, named on the command line. A request over the network cannot name one.
package struct LocalFile: Sendable {
    /// The file to read; nil for a verb that writes.
    package var source: ImportedFile?
    /// Receives the written bytes; it may block.
    package var sink: (@Sendable ([UInt8]) throws -> Void)?

    /// Time limit of such a call.
    static let patience = Duration.seconds(86_400)

    package init(source: ImportedFile? = nil, sink: (@Sendable ([UInt8]) throws -> Void)? = nil) {
        (self.source, self.sink) = (source, sink)
    }
}
