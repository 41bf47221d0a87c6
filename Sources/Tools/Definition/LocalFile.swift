package import Records

/// A file on this machine, named on the command line. No request over the network can make one.
package struct LocalFile: Sendable {
    /// The file that is read; nil for a verb that writes.
    package var source: ImportedFile?
    /// Takes what is written; it may block.
    package var sink: (@Sendable ([UInt8]) throws -> Void)?

    /// How long such a call may take.
    static let patience = Duration.seconds(86_400)

    package init(source: ImportedFile? = nil, sink: (@Sendable ([UInt8]) throws -> Void)? = nil) {
        (self.source, self.sink) = (source, sink)
    }
}
