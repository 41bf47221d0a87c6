import SQL
import SQLSyntax
import Testing

@Suite struct DatabaseURLTests {
    @Test("an address is read into its parts, percent-decoded")
    func parts() throws {
        #expect(
            try DatabaseURL(parsing: "postgres://ann%40x:p%3Aw%2F%25@db.example.org:6543/sales%20eu?sslmode=verify-full&options=-c%20a%3Db")
                == DatabaseURL(
                    dialect: .postgresql, host: "db.example.org", port: 6543, user: "ann@x", password: DatabasePassword("p:w/%"),
                    database: "sales eu",
                    parameters: ["sslmode": "verify-full", "options": "-c a=b"]))
        #expect(
            try DatabaseURL(parsing: "POSTGRESQL://u@[::1]:5433/d")
                == DatabaseURL(dialect: .postgresql, host: "::1", port: 5433, user: "u", database: "d"))
        #expect(try DatabaseURL(parsing: "postgres://u@[::1]/d").host == "::1")
        #expect(try DatabaseURL(parsing: "mariadb://u:@h/d").password == DatabasePassword(""))
        #expect(try DatabaseURL(parsing: "mysql://h/d").dialect == .mysql)
        #expect(try DatabaseURL(parsing: "postgres://u@%2Frun%2Fpostgresql/d").host == "/run/postgresql")
        #expect(try DatabaseURL(parsing: "sqlite:///var/data/a%20b.db") == DatabaseURL(dialect: .sqlite, database: "/var/data/a b.db"))
    }

    @Test("a URL without sslmode is warned of, unless its host is local")
    func transport() throws {
        for text in ["postgres://u@db.example.org/d", "mysql://u@10.0.0.7/d", "mariadb://u@db/d", "postgres://u@127.example.org/d"] {
            #expect(try DatabaseURL(parsing: text).transportWarning?.contains("sslmode") == true, "\(text)")
            #expect(try DatabaseURL(parsing: text + "?sslmode=prefer").transportWarning == nil, "\(text)")
        }
        for text in ["postgres://u@localhost/d", "mysql://u@127.0.0.1/d", "postgres://u@[::1]/d", "postgres://u@%2Frun/d", "sqlite:///d"] {
            #expect(try DatabaseURL(parsing: text).transportWarning == nil, "\(text)")
        }
    }

    @Test(
        "an invalid address is refused without repeating it",
        arguments: [
            "", "secret", "oracle://secret@h/d", "http://secret/d", "sqlite://secret", "sqlite://secret/file", "sqlite:///secret/", "sqlite:///",
            "postgres://secret", "postgres://secret/", "postgres:///secret", "postgres://u:secret@/d", "postgres://u:se/cret@h/d",
            "postgres://u:secret@h:0/d", "postgres://u:secret@h:65536/d", "postgres://u:secret@h:x/d", "postgres://u:secret@a,b/d",
            "postgres://u:secret@h/d?sslmode", "postgres://u:secret@h/d?a=1&a=2", "postgres://u:secret%2@h/d", "postgres://u:secret%zz@h/d",
            "postgres://u:secret%00@h/d", "postgres://u:secret%ff@h/d", "postgres://u:sec#ret@h/d", "postgres://u:secret@h%2Cb/d",
        ])
    func refused(text: String) {
        do {
            let url = try DatabaseURL(parsing: text)
            Issue.record("accepted as \(url)")
        } catch {
            #expect(error.code == .invalid)
            #expect(!error.reason.contains("secret") && error.detail.isEmpty)
        }
    }

    @Test("the refusal of an unknown scheme lists the known ones")
    func schemes() {
        let error = #expect(throws: DatabaseError.self) { try DatabaseURL(parsing: "oracle://h/d") }
        for scheme in ["sqlite", "postgres", "postgresql", "mysql", "mariadb"] { #expect(error?.reason.contains("\(scheme)://") == true) }
    }

    @Test("printing an address in any way shows neither user nor password")
    func printing() throws {
        let url = try DatabaseURL(parsing: "postgres://ann:hunter2@h:1/d")
        var dumped = ""
        dump(url.password, to: &dumped)
        for text in ["\(url)", String(reflecting: url), "\(url.password as Any)", String(reflecting: url.password), dumped] {
            #expect(!text.contains("hunter2") && !text.contains("ann"))
        }
        #expect("\(url)" == "postgresql://h:1/d")
    }

    @Test(
        "A parameter that could lead a PostgreSQL connection elsewhere is refused",
        arguments: ["host=x", "hostaddr=127.0.0.1", "service=x", "passfile=/etc/passwd", "user=x", "password=x", "dbname=x", "port=1", "HOST=x"])
    func parameters(parameter: String) throws {
        let url = try DatabaseURL(parsing: "postgres://u@h/d?\(parameter)")
        let error = #expect(throws: DatabaseError.self) { try PostgreSQLDatabase(url: url) }
        #expect(error?.code == .invalid)
    }
}
