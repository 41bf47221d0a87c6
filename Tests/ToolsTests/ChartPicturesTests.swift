import GatehouseTesting
import Store
import Testing

@testable import Tools

@Suite("Pictures of charts")
struct ChartPicturesTests {
    @Test("D07 a link leads to its picture for a day, and a wrong name, signature or time to nothing")
    func links() throws {
        let folder = try TemporaryDirectory()
        let secrets = try SecretBox.open(keyFile: folder.path(of: "key"))
        let pictures = ChartPictures(folder: folder.path(of: "images"), secrets: secrets)
        let name = try #require(pictures.keep([1, 2, 3]))
        #expect(pictures.find(name) == [1, 2, 3])
        #expect(ChartPictures.lifetime <= .seconds(7 * 86_400))
        #expect(pictures.find(name, at: Timestamp.now + (ChartPictures.lifetime + .seconds(1))) == nil)
        #expect(pictures.find(name, at: Timestamp.now + (ChartPictures.lifetime - .seconds(60))) != nil)
        // A link of a server with another key.
        let others = ChartPictures(folder: folder.path(of: "images"), secrets: try SecretBox.open(keyFile: folder.path(of: "other")))
        #expect(others.find(name) == nil)
        // The last letter before the ending may hold bits that mean nothing.
        for offset in stride(from: 0, to: name.utf8.count - 8, by: 7) {
            var bytes = Array(name.utf8)
            bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(pictures.find(String(decoding: bytes, as: UTF8.self)) == nil, "\(offset)")
        }
        for wrong in ["", ".png", "x.png", "../state.db", name + ".png", String(name.dropLast(4)), String(repeating: "A", count: 600) + ".png"] {
            #expect(pictures.find(wrong) == nil)
        }
    }
}
