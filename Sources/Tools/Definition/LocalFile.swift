package import Records

/// A file of this machine that a verb of the command line names. Nothing on the wire makes one.
package struct LocalFile: Sendable {
    /// What is read; nil for a verb that writes.
    package var source: ImportedFile?
    /// Takes what is written; it may block.
    package var sink: (@Sendable ([UInt8]) throws -> Void)?

    /// How long such a call may take.
    static let patience = Duration.seconds(86_400)

    package init(source: ImportedFile? = nil, sink: (@Sendable ([UInt8]) throws -> Void)? = nil) {
        (self.source, self.sink) = (source, sink)
    }
}
