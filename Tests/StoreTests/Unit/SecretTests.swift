import Store
import Testing

@Suite("Secrets")
struct SecretTests {
    @Test("A secret prints nothing")
    func printsNothing() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] { #expect(!text.contains("hunter2") && !text.contains("104")) }
        #expect(secret.text == "hunter2")
    }

    @Test("Secrets match when all their bytes do")
    func matches() {
        #expect(Secret("same").matches(Secret("same")))
        #expect(!Secret("same").matches(Secret("sama")))
        #expect(!Secret("same").matches(Secret("samesame")))
        #expect(Secret("").matches(Secret("")))
    }

    @Test("A sealed value opens for its own context alone")
    func context() throws {
        let box = SecretBox.ephemeral()
        let sealed = try box.seal(Array("password".utf8), context: "data_sources/7/password")
        #expect(try box.open(sealed, context: "data_sources/7/password") == Array("password".utf8))
        #expect { try box.open(sealed, context: "data_sources/8/password") } throws: { ($0 as? StoreError)?.code == .notSealed }
        #expect { try SecretBox.ephemeral().open(sealed, context: "data_sources/7/password") } throws: { ($0 as? StoreError)?.code == .notSealed }
    }

    @Test("A sealed value with any byte changed or cut does not open")
    func tampering() throws {
        let box = SecretBox.ephemeral()
        let sealed = try box.seal([1, 2, 3], context: "c")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect { try box.open(changed, context: "c") } throws: { ($0 as? StoreError)?.code == .notSealed }
            #expect { try box.open(Array(sealed[..<index]), context: "c") } throws: { ($0 as? StoreError)?.code == .notSealed }
        }
    }

    @Test("The same value is sealed differently each time")
    func nonces() throws {
        let box = SecretBox.ephemeral()
        #expect(try box.seal([1], context: "c") != box.seal([1], context: "c"))
    }

    @Test("After a new key the old values still open")
    func rotation() throws {
        let old = Secret([UInt8](repeating: 7, count: 32))
        let new = Secret([UInt8](repeating: 9, count: 32))
        let sealed = try SecretBox(keys: [old]).seal([1, 2], context: "c")
        let rotated = SecretBox(keys: [old, new])
        #expect(try rotated.open(sealed, context: "c") == [1, 2])
        let fresh = try rotated.seal([3], context: "c")
        #expect { try SecretBox(keys: [old]).open(fresh, context: "c") } throws: { ($0 as? StoreError)?.code == .notSealed }
    }

    @Test("A signature holds for its bytes, context and key alone")
    func signatures() {
        let box = SecretBox.ephemeral()
        let mark = box.sign([1, 2], context: "a")
        #expect(box.isSigned([1, 2], by: mark, context: "a"))
        #expect(!box.isSigned([1, 3], by: mark, context: "a"))
        #expect(!box.isSigned([1, 2], by: mark, context: "b"))
        #expect(!box.isSigned([1, 2], by: [], context: "a"))
        #expect(!SecretBox.ephemeral().isSigned([1, 2], by: mark, context: "a"))
    }
}
