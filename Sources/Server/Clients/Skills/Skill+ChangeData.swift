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

               The result of `collections_get` says which actions you may use.

            2. Create a row with all required fields. The server sets the key, and who created the row and when:

               ```json
               {"name": "crud", "arguments": {"resource": "customers", "action": "create", "values": {"name": "Cafe Rio", "city": "Graz"}}}
               ```

            3. Change one row by its key, with only the fields that change. `ifMatch` contains fields with the values that you read. If the row has other \
            values now, nothing is changed, and the result is a `conflict` with the present values. Then ask the person which values are right:

               ```json
               {"name": "crud", "arguments": {"resource": "orders", "action": "update", "filterByTk": 7, "values": {"status": "paid"},
                 "ifMatch": {"status": "open"}}}
               ```

            4. Before you change several rows, list the same `filter` and show the person `meta.count`. Then change them by their keys:

               ```json
               {"name": "crud", "arguments": {"resource": "orders", "action": "update", "filterByTk": [7, 8], "values": {"status": "paid"}}}
               ```

               One call changes at most 1,000 rows, all or none.

            5. Delete only what the person named, by key, after they agreed. It cannot be undone:

               ```json
               {"name": "crud", "arguments": {"resource": "orders", "action": "destroy", "filterByTk": 7, "ifMatch": {"status": "cancelled"}}}
               ```

            6. Work on the rows of a relation with `sourceId`, the key of the row that they belong to:

               ```json
               {"name": "crud", "arguments": {"resource": "customers.orders", "action": "create", "sourceId": 3, "values": {"total": 12}}}
               ```

            If a call failed and you do not know whether it was done, read the row before you call again.
            """)
}

extension Skill {
    static let modelCollections = Skill(
        name: "gatehouse-model-collections",
        description: "Make and change collections (tables) with fields and relations on a Gatehouse server without losing data.",
        body: """
            # Model collections

            1. Look at what is there with `collections_list` and `collections_get`. Ask the person what a row represents, and which fields it needs.

            2. Look at the SQL before you create anything:

               ```json
               {"name": "collections_apply", "arguments": {"name": "customers", "title": "Customers", "dry_run": true, "fields": [
                 {"name": "name", "type": "string", "allowNull": false}, {"name": "email", "type": "string", "interface": "email", "unique": true}]}}
               ```

               Then call again without `dry_run`. A new collection has a key, and fields that say who created and changed a row, and when.

            3. Create the collections to which relations lead first. A relation creates its own foreign key:

               ```json
               {"name": "collections_apply", "arguments": {"name": "orders", "title": "Orders", "fields": [
                 {"name": "total", "type": "decimal", "precision": 12, "scale": 2, "defaultValue": "0"},
                 {"name": "state", "type": "string", "enum": ["new", "paid"], "defaultValue": "new"},
                 {"name": "customer", "type": "belongsTo", "target": "customers"}]}}
               ```

               The other side needs no field: the result of `collections_get` lists relations in both directions. Name them with `fields_apply` when people \
            need other names:

               ```json
               {"name": "fields_apply", "arguments": {"collectionName": "customers", "name": "orders", "type": "hasMany", "target": "orders",
                 "foreignKey": "customerId"}}
               ```

            4. To change something, send only what changes; what you leave out stays. If you do not know whether a call was done, repeat it: a second \
            call changes nothing.

            5. A change that loses values needs `confirm`, and the agreement of the person. Show them the result of `dry_run` first:

               ```json
               {"name": "fields_destroy", "arguments": {"collectionName": "orders", "filterByTk": "state", "dry_run": true}}
               ```

               The same is true for `collections_destroy`. It cannot be undone.
            """)
}
