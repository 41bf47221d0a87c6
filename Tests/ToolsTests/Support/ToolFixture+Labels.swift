import Catalog
import GatehouseTesting
import Identity
import SQL
import Tools

extension ToolFixture {
    /// Two labels in the workspace of the office, and a table that joins them to its orders.
    func addLabels() async throws {
        try await database(people.office.id).write(.patient) { connection in
            for statement in [
                "CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT NOT NULL)", "INSERT INTO labels VALUES (1, 'old'), (2, 'new')",
                """
                CREATE TABLE labels_orders (order_id INTEGER NOT NULL REFERENCES orders (id), label_id INTEGER NOT NULL REFERENCES labels (id),
                  PRIMARY KEY (order_id, label_id))
                """,
            ] as [Statement] { try connection.execute(statement) }
        }
        domains.catalog.refresh("main", in: people.office.id)
    }
}
