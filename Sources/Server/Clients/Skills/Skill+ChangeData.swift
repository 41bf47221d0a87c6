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

extension Skill {
    static let modelCollections = Skill(
        name: "gatehouse-model-collections",
        description: "Make and change collections (tables) with fields and relations on a Gatehouse server without losing data.",
        body: """
            # Model collections

            1. Look at what is there with `collections_list` and `collections_get`. Ask the person for what a row stands for, and which fields it needs.

            2. Look at the SQL before anything is made:

               ```json
               {"name": "collections_apply", "arguments": {"name": "customers", "title": "Customers", "dry_run": true, "fields": [
                 {"name": "name", "type": "string", "allowNull": false}, {"name": "email", "type": "string", "interface": "email", "unique": true}]}}
               ```

               Then call again without `dry_run`. A new collection has a key and the fields that say who made and changed a row, and when.

            3. Make the collections that relations lead to first. A relation makes its own key:

               ```json
               {"name": "collections_apply", "arguments": {"name": "orders", "title": "Orders", "fields": [
                 {"name": "total", "type": "decimal", "precision": 12, "scale": 2, "defaultValue": "0"},
                 {"name": "state", "type": "string", "enum": ["new", "paid"], "defaultValue": "new"},
                 {"name": "customer", "type": "belongsTo", "target": "customers"}]}}
               ```

               The other side needs no field: the answer of `collections_get` lists relations in both directions. Name them with `fields_apply` when people \
            need other names:

               ```json
               {"name": "fields_apply", "arguments": {"collectionName": "customers", "name": "orders", "type": "hasMany", "target": "orders",
                 "foreignKey": "customerId"}}
               ```

            4. To change something, say only what is to be different; what you leave out stays. The same call a second time changes nothing, so call again \
            when you do not know whether a call was done.

            5. What loses values needs `confirm`, and the word of the person. Show them the answer of `dry_run` first:

               ```json
               {"name": "fields_destroy", "arguments": {"collectionName": "orders", "filterByTk": "state", "dry_run": true}}
               ```

               The same holds for `collections_destroy`. It cannot be taken back.
            """)
}
