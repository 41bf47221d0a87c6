extension Skill {
    static let ask = Skill(
        name: "gatehouse-ask",
        description: "Answer a question in plain language from the databases of a Gatehouse server, with the SQL that was run.",
        body: """
            # Ask a question

            ```json
            {"name": "ask_question", "arguments": {"question": "revenue per month in 2024", "dataSource": "main", "maxRows": 100}}
            ```

            Read `status` of the result first:

            - `answered`: show the rows with `interpretation`, which says how the question was read, and the SQL. Mention `assumptions` and `unused` words.
            - `needs_clarification`: put `options` to the person, and ask again with the one that is chosen.
            - `declined`: nothing was guessed. `context` names tables, joins and values that fit; write the SELECT from them and run it:

              ```json
              {"name": "run_sql", "arguments": {"sql": "SELECT count(*) FROM orders", "dataSource": "main"}}
              ```

            One question at a time, with names as they stand in the data: "orders per store in 2024" rather than "how are we doing". Look at \
            `collections_list` and `collections_get` when you do not know the names.
            """)
}
