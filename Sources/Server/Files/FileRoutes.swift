import Access
import HTTPTypes
import MCP
import Records
import Tools

/// Uploads and downloads of files. The sealed name in the path is the credential. `uploads_create` and `export_rows` return it to callers
/// that may use the file.
struct FileRoutes: Sendable {
    let files: StoredFiles
    let callers: Callers

    var below: [(prefix: String, route: Route)] {
        [
            (
                "/api/file-uploads/",
                Route(
                    "uploads", .namedOrigins,
                    handlers: [
                        .get: { try await state($0) }, .patch: { try await add($0) }, .put: { try await add($0) }, .delete: { try await remove($0) },
                    ])
            ),
            ("/api/file-exports/", Route("exports", .namedOrigins, get: { try await fetch($0) })),
        ]
    }

    /// Responds with the offset at which the upload continues. Uploaded bytes cannot be downloaded.
    private func state(_ context: RequestContext) async throws -> Response {
        guard let file = try await file(context, .upload) else { return .notFound }
        return Self.at(file.written, of: file, .noContent)
    }

    private func add(_ context: RequestContext) async throws -> Response {
        guard let file = try await file(context, .upload) else { return .notFound }
        guard let offset = context.head.headerFields[.uploadOffset].flatMap({ Int64($0) }), offset >= 0 else {
            return .plain(400, "upload_offset_missing")
        }
        let bytes = try await context.body()
        guard file.holds(bytes.count, at: offset) else { throw BodyError.tooLarge }
        if let end = try await files.append(bytes, at: offset, to: file) { return Self.at(end, of: file, .noContent) }
        // Another part came first, or the client sent a wrong offset.
        guard let now = try await self.file(context, .upload) else { return .notFound }
        return Self.at(now.written, of: now, .conflict)
    }

    private func remove(_ context: RequestContext) async throws -> Response {
        guard let file = try await file(context, .upload) else { return .notFound }
        try await files.remove(file)
        return Response(status: .noContent)
    }

    private func fetch(_ context: RequestContext) async throws -> Response {
        guard let file = try await file(context, .export), file.isWhole else { return .notFound }
        let format = ExportRequest.Format(rawValue: file.name.split(separator: ".").last.map(String.init) ?? "") ?? .csv
        var response = Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType, .cacheControl: "private, no-store",
                .contentDisposition: "attachment; filename=\"export.\(format.rawValue)\"",
            ])
        guard !context.isHead, file.size > 0 else { return response }
        let reading = FileReading(files: files, file: file)
        response.body = .events(EventStream { await reading.next() })
        return response
    }

    /// The file with a sealed name. Nil for a changed name, a name of another workspace and the name of an expired file; the response is
    /// the same.
    private func file(_ context: RequestContext, _ kind: StoredFile.Kind) async throws -> StoredFile? {
        guard let file = try await files.find(String(context.rest), kind), let workspace = try await callers.workspace(context.workspace),
            workspace.id == file.workspace, !workspace.isStopped
        else { return nil }
        return file
    }

    private static func at(_ offset: Int64, of file: StoredFile, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [
                .uploadOffset: String(offset), .uploadLength: String(file.size), .tusResumable: "1.0.0", .cacheControl: "no-store",
            ])
    }
}

/// Reads a stored file in parts, at the speed of the reader.
private actor FileReading {
    private let files: StoredFiles
    private let file: StoredFile
    private var offset: Int64 = 0

    init(files: StoredFiles, file: StoredFile) { (self.files, self.file) = (files, file) }

    /// The next part. Nil at the end, and when the file expires or the state cannot be read in the meantime; the reader then receives fewer
    /// bytes than `export_rows` announced.
    func next() async -> [UInt8]? {
        guard offset < file.size, let bytes = try? await files.part(of: file, at: offset) else { return nil }
        offset += Int64(bytes.count)
        return bytes
    }
}

extension HTTPField.Name {
    // Header names of tus 1.0.0, whose clients can send parts to the URL of an upload.
    fileprivate static let uploadOffset = HTTPField.Name("Upload-Offset") ?? .from
    fileprivate static let uploadLength = HTTPField.Name("Upload-Length") ?? .from
    fileprivate static let tusResumable = HTTPField.Name("Tus-Resumable") ?? .from
}
