import JSON

/// Reads JSON Lines: one object a line. The columns are the names in the first rows, in order of appearance.
final class JSONLinesReader: LineReader {
    private(set) var columns: [String] = []
    let isUntyped = false

    private let file: ImportedFile
    private var offset = 0
    private var buffer: ArraySlice<UInt8> = []
    private var line = 0
    private var places: [String: Int] = [:]
    /// Lines that determined the columns and are still to be returned.
    private var ahead: ArraySlice<(line: Int, read: Result<JSONObject, LineError>)> = []

    private static let pieceSize = 65_536
    /// Most bytes of the lines that determine the columns.
    private static let sampleBytes = 4_194_304

    /// - Parameter further: names of columns that appear only after the first rows.
    /// - Throws: ``ImportError``: no line has a value, or too many columns.
    init(_ file: ImportedFile, further: [String] = []) throws {
        self.file = file
        if try file.read(at: 0, 3).elementsEqual([0xEF, 0xBB, 0xBF]) { offset = 3 }
        while ahead.count < ImportLimits.sampleRows, offset < Self.sampleBytes, let one = try object() {
            ahead.append(one)
            if case .success(let object) = one.read { for name in object.keys { try know(name) } }
        }
        for name in further { try know(name) }
        guard !columns.isEmpty else {
            if case .failure(let error) = ahead.first?.read { throw ImportError(error.reason, line: error.line) }
            throw ImportError("the file has no object with a value")
        }
    }

    private func know(_ name: String) throws(ImportError) {
        guard places[name] == nil else { return }
        guard columns.count < ImportLimits.columns else { throw ImportError("the file has more than \(ImportLimits.columns) columns", line: line) }
        places[name] = columns.count
        columns.append(name)
    }

    func next() throws -> ImportedLine? {
        guard let one = try ahead.popFirst() ?? object() else { return nil }
        switch one.read {
        case .failure(let error): return .bad(error)
        case .success(let object):
            var cells = [JSONValue?](repeating: nil, count: columns.count)
            for (name, value) in object {
                guard let place = places[name] else {
                    return .bad(LineError(line: one.line, column: name, "the first rows have no such column: name it in mapping"))
                }
                cells[place] = value
            }
            return .row(line: one.line, cells: cells)
        }
    }

    /// Reads the next non-empty line.
    private func object() throws -> (line: Int, read: Result<JSONObject, LineError>)? {
        while let bytes = try text() {
            line += 1
            guard bytes.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\t") }) else { continue }
            do throws(JSONError) {
                guard let object = try JSONValue(parsing: bytes).object else {
                    return (line, .failure(LineError(line: line, "expected a JSON object")))
                }
                return (line, .success(object))
            } catch {
                return (line, .failure(LineError(line: line, "no JSON object: \(error)")))
            }
        }
        return nil
    }

    /// Reads the bytes of a line; nil at the end of the file.
    private func text() throws -> ArraySlice<UInt8>? {
        var start: [UInt8] = []
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let rest = buffer[..<end]
                buffer = buffer[(end + 1)...]
                return start.isEmpty ? rest : (start + rest)[...]
            }
            start += buffer
            guard start.count <= ImportLimits.lineBytes else {
                throw ImportError("a line is longer than \(ImportLimits.lineBytes / 1_048_576) MB", line: line + 1)
            }
            buffer = try file.read(at: offset, Self.pieceSize)
            offset += buffer.count
            if buffer.isEmpty { return start.isEmpty ? nil : start[...] }
        }
    }
}
