import Testing

@testable import Server

@Suite("Memory: pages of the program")
struct ProgramPagesTests {
    @Test("only code of a file that cannot be written is given back")
    func lines() {
        let code = "55d0c0a00000-55d0c0a03000 r-xp 00001000 fe:00 1234                       /usr/bin/gatehouse\n"
        #expect(ProgramPages.code(in: code) == 0x55d0_c0a0_0000..<0x55d0_c0a0_3000)
        for other in [
            code.replacing("r-xp", with: "rwxp"), code.replacing("r-xp", with: "rw-p"), code.replacing("r-xp", with: "r--p"),
            code.replacing("/usr/bin/gatehouse", with: "[vdso]"), code.replacing("-", with: " "), "", "\n",
        ] { #expect(ProgramPages.code(in: other) == nil, "\(other)") }
    }

    @Test("the program runs on after its pages were given back")
    func runsOn() {
        for _ in 0..<3 { ProgramPages.giveBack() }
        #expect((1...1_000).reduce(0, +) == 500_500)
    }
}
