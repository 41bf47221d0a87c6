"""A few words after an approved query put another value into one of its slots, and nothing else."""

from attackers import Attackers
from conftest import Gatehouse

QUERY = {
    "action": "add", "pattern": "number of stores in {city} opened in {when}", "slots": {"city": "stores.city", "when": "period"},
    "sql": "SELECT count(*) AS n FROM stores WHERE city = '{city}' AND opened_on >= '{when.start}' AND opened_on < '{when.end}'",
}


def test_a_follow_up_that_fits_one_slot_changes_it_and_stays_verified(tmp_path):
    house = Gatehouse(tmp_path)
    them = Attackers(house)
    house.run("sample")
    house.start("--call-timeout", "600s")
    them.done("admin", "verified_queries_apply", QUERY)
    first, second = "Amsterdam", "Berlin"

    def ask(question, chat):
        return them.done("admin", "ask_question", {"question": question, "chat": str(chat)})

    answer = ask(f"number of stores in {first} opened in 2019", "new")
    chat = answer["chat_id"]
    assert answer["verified"] and answer["interpretation"].startswith(f"number of stores in {first} opened in ")
    changed = ask(f"what about {second}?", chat)
    assert changed["verified"] and changed["followUp"] and f"'{second}'" in changed["sql"] and "2019-01-01" in changed["sql"], changed
    again = ask("only 2021", chat)
    assert again["verified"] and f"'{second}'" in again["sql"] and "2021-01-01" in again["sql"] and "2019" not in again["sql"], again
    for question in ["as a percentage", "and by city?", f"what about {first} and {second}?"]:
        other = ask(question, chat)
        assert other["status"] == "declined" and "whole question" in other["message"] and other.get("sql") is None, (question, other)
    assert house.stop() == 0
