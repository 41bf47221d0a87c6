import CExpat

/// Receives the content of an XML document. Names come without their prefix.
protocol XMLContent: AnyObject {
    /// - Parameter attributes: of the element, by name.
    func begin(_ name: String, _ attributes: XMLAttributes) throws
    func end(_ name: String) throws
    func add(_ text: [UInt8]) throws
}

/// The attributes of one element, read from the parser's memory when the element starts.
struct XMLAttributes {
    fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// - Parameter name: without a prefix.
    subscript(name: String) -> String? {
        guard var place = pairs else { return nil }
        while let key = place.pointee {
            if XMLReader.localName(key) == name { return place[1].map { String(cString: $0) } }
            place += 2
        }
        return nil
    }
}

/// Reads an XML document in pieces. A document with a document type is refused before any entity is declared (H02).
final class XMLReader {
    private let parser: XML_Parser
    private let content: any XMLContent
    private var failure: (any Error)?
    private var depth = 0

    init(_ content: any XMLContent) throws(ImportError) {
        guard let parser = XML_ParserCreate(nil) else { throw ImportError("no memory to read the workbook") }
        (self.parser, self.content) = (parser, content)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(parser) { reader, name, attributes in
            guard let name else { return }
            XMLReader.of(reader).handle { try $0.begin(XMLReader.localName(name), XMLAttributes(pairs: attributes)) }
        } _: { reader, name in
            guard let name else { return }
            XMLReader.of(reader).end(XMLReader.localName(name))
        }
        XML_SetCharacterDataHandler(parser) { reader, text, count in
            guard let text, count > 0 else { return }
            text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
                XMLReader.of(reader).add(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
            }
        }
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
            XMLReader.of(reader).fail(ImportError("the workbook declares a document type: it is refused"))
        }
    }

    deinit { XML_ParserFree(parser) }

    /// Reads a piece.
    /// - Parameter isLast: whether it is the last piece.
    /// - Throws: what the content throws; ``ImportError`` for invalid XML.
    func read(_ piece: ArraySlice<UInt8>, isLast: Bool) throws {
        let status = piece.withUnsafeBytes { bytes in
            XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
        }
        if let failure { throw failure }
        guard status != XML_STATUS_ERROR else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
            throw ImportError("a part of the workbook is no XML: \(words)")
        }
    }

    /// Reads a whole entry.
    static func read(_ archive: Archive, into content: any XMLContent) throws {
        let reader = try XMLReader(content)
        while true {
            let piece = try archive.read()
            try reader.read(piece, isLast: piece.isEmpty)
            if piece.isEmpty { return }
        }
    }

    fileprivate static func localName(_ name: UnsafePointer<CChar>) -> String {
        let text = String(cString: name)
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return text }
        return String(text[text.utf8.index(after: colon)...])
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLReader {
        guard let pointer else { preconditionFailure("expat was given a reader") }
        return Unmanaged<XMLReader>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func handle(_ body: (any XMLContent) throws -> Void) {
        guard failure == nil else { return }
        depth += 1
        guard depth <= ImportLimits.depth else { return fail(ImportError("the elements of the workbook are nested too deep: it is refused")) }
        do { try body(content) } catch { fail(error) }
    }

    private func end(_ name: String) {
        guard failure == nil else { return }
        depth -= 1
        do { try content.end(name) } catch { fail(error) }
    }

    private func add(_ text: [UInt8]) {
        guard failure == nil else { return }
        do { try content.add(text) } catch { fail(error) }
    }

    private func fail(_ error: any Error) {
        if failure == nil { failure = error }
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
}
