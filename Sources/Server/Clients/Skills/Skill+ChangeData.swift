extension Skill {
    static let changeData = Skill(
        name: "gatehouse-change-data",
        description: "Create, update and delete rows on a Gatehouse server without losing or overwriting anything.",
        body: """
            # Change data safely

            1. Read the fields of the collection, and the row as it is:

               ```json
               {"name": "collections_get", "arguments": {"filterByTk": "orders"}}
               ```

               ```json
               {"name": "crud", "arguments": {"resource": "orders", "action": "get", "filterByTk": 7}}
               ```

               The answer of `collections_get` says which actions you have.

            2. Create with all fields that are needed. The server sets the key, and who and when:

               ```json
               {"name": "crud", "arguments": {"resource": "customers", "action": "create", "values": {"name": "Cafe Rio", "city": "Graz"}}}
               ```

            3. Change one row by its key, with only the fields that change. `ifMatch` holds fields as you read them: when the row has others by now, nothing \
            is changed and the answer is a `conflict` with the current values. Read again, and ask the person which values hold:

               ```json
               {"name": "crud", "arguments": {"resource": "orders", "action": "update", "filterByTk": 7, "values": {"status": "paid"},
                 "ifMatch": {"status": "open"}}}
               ```

            4. Before you change several rows, list the same `filter` and show the person `meta.count`. Then change them by their keys:

               ```json
               {"name": "crud", "arguments": {"resource": "orders", "action": "update", "filterByTk": [7, 8], "values": {"status": "paid"}}}
               ```

               One call changes at most 1,000 rows, all or none.

            5. Delete only what the person named, by key, after they agreed. It cannot be taken back:

               ```json
               {"name": "crud", "arguments": {"resource": "orders", "action": "destroy", "filterByTk": 7, "ifMatch": {"status": "cancelled"}}}
               ```

            6. Work on the rows of a relation with `sourceId`, the key of the row that they belong to:

               ```json
               {"name": "crud", "arguments": {"resource": "customers.orders", "action": "create", "sourceId": 3, "values": {"total": 12}}}
               ```

            A call that failed without a clear answer may have been done. Read the row before you call again.
            """)
}
