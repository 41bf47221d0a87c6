import JSON
import Testing

@Suite struct ObjectTests {
    @Test("members keep their order, through replacing and removing, few or many", arguments: [3, 12, 13, 200])
    func keepsOrder(_ count: Int) {
        var object = JSONObject()
        for index in 0..<count { object["k\(index)"] = .number(JSONNumber(Int64(index))) }
        object["k1"] = "new"
        object["k0"] = nil
        object["none"] = nil
        #expect(object.keys == (1..<count).map { "k\($0)" })
        #expect(object["k0"] == nil && object["k1"] == "new" && object.first?.value == "new")
        #expect(object["k\(count - 1)"] == .number(JSONNumber(Int64(count - 1))))
        #expect(object.append(nil, forKey: "k2") == false)
        #expect(object["k2"] == 2)
        #expect(object.append(nil, forKey: "k0") == true)
        #expect(object.keys.last == "k0" && object.count == count)
    }

    @Test("objects with different orders of members are equal and have equal hashes")
    func equates() {
        let left: JSONValue = ["a": 1, "b": ["c": nil, "d": 2.0]]
        let right: JSONValue = ["b": ["d": 2, "c": nil], "a": 1]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["a": 1, "b": ["c": nil, "d": 3]])
        #expect(left != ["a": 1])
        #expect(["a": nil] as JSONValue != ["b": nil])
    }

    @Test("the last of two equal keys in a literal wins")
    func takesLast() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.keys == ["a", "b"] && object["a"] == 3)
    }

    @Test("accessors return existing members, and nil otherwise")
    func gives() {
        let value: JSONValue = ["s": "x", "b": true, "a": [1], "n": nil, "o": [:]]
        #expect(value["s"]?.string == "x" && value["b"]?.bool == true && value["a"]?[0]?.int == 1)
        #expect(value["n"]?.isNull == true && value["o"]?.object?.isEmpty == true && value["a"]?.array?.count == 1)
        #expect(value["x"] == nil && value["a"]?[1] == nil && value["a"]?[-1] == nil && value["s"]?["x"] == nil && value["s"]?[0] == nil)
        #expect(value["s"]?.int == nil && value["b"]?.string == nil && value.array == nil && value["s"]?.object == nil && value["s"]?.isNull == false)
    }
}
