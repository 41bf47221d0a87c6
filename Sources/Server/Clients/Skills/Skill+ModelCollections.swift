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
