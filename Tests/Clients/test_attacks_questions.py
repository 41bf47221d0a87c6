"""Language models, verified queries and the semantic layer under attack: addresses, keys, shares, planted SQL and rights of others."""

import json

import pytest

from attackers import Attackers
from conftest import Gatehouse
from model_server import ModelServer, statement

UNKNOWN = "Which shops feel cosy in autumn?"
COUNT = "SELECT count(*) AS shops FROM stores"


@pytest.fixture(scope="module")
def models():
    """The model that the operator set, and a collector of keys."""
    servers = [ModelServer(statement(COUNT)), ModelServer(statement(COUNT))]
    yield servers
    for server in servers:
        server.close()


@pytest.fixture(scope="module")
def them(tmp_path_factory, models):
    """The sample company; `employees` is hidden from boss, and ann sees three stores."""
    house = Gatehouse(tmp_path_factory.mktemp("attacked"))
    them = Attackers(house)
    house.run("sample")
    house.run("model", "add", "small", f"{models[0].url}/v1", "scripted", "--daily-questions", "2", "--key-stdin", stdin="sk-first-secret\n")
    house.run("rule", "set", "main", "clerk", "main", "stores", "--actions", "view", "--columns", "id,name", "--filter", json.dumps({"id": {"$lte": 3}}))
    house.start("--ask-port", "0", "--call-timeout", "600s")
    them.done("admin", "access_rules_set", {"role": "narrowed", "resource": "employees", "actions": ["view"], "effect": "deny"})
    yield them
    assert house.stop() == 0
    assert "first-secret" not in (house.data / "server.log").read_text() + json.dumps(house.audit())


def ask(them, who, question):
    return them.call(who, "ask_question", {"question": question})


def test_F10_another_key_of_a_person_has_no_share_of_its_own(them, models):
    """F10 Keys are made without number: the person is who asks."""
    models[0].script(statement(COUNT))
    answers = []
    for number in range(4):
        them.keys["again"] = them.house.key("--user", "built-in/ann", "--name", f"again {number}")
        answers.append(ask(them, "again", UNKNOWN))
    assert len(models[0].requests) == 2
    assert ["your share" in json.dumps(answer) for answer in answers] == [False, False, True, True]
    # Another person has one.
    assert ask(them, "admin", UNKNOWN)["model"] == "small"


def test_F06_no_change_of_a_model_sends_its_key_elsewhere(them, models):
    """F06 By address, in every spelling of one that is not public, by interface and by name; the collector hears nothing."""
    models[0].script(statement(COUNT))
    for change in [
        {"url": f"{models[1].url}/v1"}, {"url": f"{models[1].url}/v1", "key": ""}, {"url": f"{models[1].url}/v1", "key": "x"}, {"url": "https://collector.example/v1"},
        *[{"url": f"https://{host}/v1", "key": "x"} for host in [
            "127.0.0.1", "127.1", "0x7f000001", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost", "localhost.", "10.0.0.5", "100.64.0.1", "169.254.169.254", "metadata.internal",
            "user@api.example.com", "api.example.com:22",
        ]],
        {"url": "http://api.example.com/v1", "key": "x"}, {"url": "gopher://api.example.com/v1", "key": "x"}, {"url": "https://api.example.com/v1#x", "key": "x"},
        {"url": "https://api.example.com/v1?x=1", "key": "x"}, {"key": "a\r\nb"}, {"key": "a b"}, {"model": "x\r\nEvil: 1"}, {"dailyQuestions": -1},
    ]:
        code, text = them.refused("boss", "models_apply", {"name": "small", **change})
        assert code == "invalid_argument", (change, text)
    them.done("boss", "models_apply", {"name": "small", "interface": "anthropic"})
    assert them.done("boss", "models_apply", {"name": "small", "action": "test"})["ok"]
    them.done("boss", "models_apply", {"name": "small", "interface": "openai"})
    assert models[1].requests == [] and {header.get("Authorization", header.get("x-api-key")) for header in models[0].headers} <= {"Bearer sk-first-secret", "sk-first-secret"}
    # Nobody's name but the workspace's own.
    for tool, arguments in [("models_apply", {"name": "small", "action": "test"}), ("models_apply", {"name": "small", "action": "remove"})]:
        assert them.refused("rita", tool, arguments, workspace="rival")[0] == "not_found"
    assert them.done("rita", "models_list", {}, workspace="rival")["data"] == []
    # One that is made again under the name has no key.
    them.done("boss", "models_apply", {"name": "small", "action": "remove"})
    them.done("boss", "models_apply", {"name": "small", "url": "https://collector.example/v1", "model": "m"})
    them.done("boss", "models_apply", {"name": "small", "action": "remove"})
    assert "secret" not in json.dumps(them.done("boss", "models_list", {}))


def test_C34_a_verified_query_is_one_select_and_its_slots_stay_values(them):
    """C34 C33 What the guard refuses to the reviewer is not approved; a value that wants to be SQL is one."""
    for sql in [
        "DELETE FROM stores", "SELECT 1; DELETE FROM stores", 'SELECT name FROM stores WHERE name = "{who}"', "SELECT name FROM stores WHERE name = {who}",
        "SELECT name AS '{who}' FROM stores", "SELECT load_extension('{who}')", "SELECT name FROM stores WHERE name LIKE '%{who}%'", "SELECT name FROM sqlite_master WHERE name = '{who}'",
    ]:
        code, text = them.refused("admin", "verified_queries_apply", {"action": "add", "pattern": "shops like {who}", "slots": {"who": "text"}, "sql": sql})
        assert code in ("invalid_argument", "forbidden"), (sql, text)
    query = {"action": "add", "pattern": "shops called {who}", "slots": {"who": "text"}, "sql": "SELECT id, name FROM stores WHERE name = '{who}' -- x"}
    made = them.done("admin", "verified_queries_apply", query)
    answer = ask(them, "admin", "shops called \"x' OR '1'='1\"")
    assert answer["verified"] and answer["data"]["data"] == [], answer
    them.done("admin", "verified_queries_apply", {"action": "remove", "id": made["id"]})


def test_C46_an_approved_query_gives_nobody_the_rights_of_who_approved_it(them):
    """C46 C44 The rule's rows and columns alone, whoever approved the statement."""
    for pattern, sql in [("all staff pay", "SELECT name, salary FROM employees"), ("all our shops", "SELECT id, name, city FROM stores"), ("shop names", "SELECT id, name FROM stores")]:
        them.done("admin", "verified_queries_apply", {"action": "add", "pattern": pattern, "sql": sql})
    assert ask(them, "admin", "all staff pay")["verified"]
    for who, question in [("ann", "all staff pay"), ("ann", "all our shops"), ("boss", "all staff pay")]:
        answer = json.dumps(ask(them, who, question))
        assert "salary" not in answer and "city" not in answer and '"verified": true' not in answer, answer
    assert [row["id"] for row in ask(them, "ann", "shop names")["data"]["data"]] == [1, 2, 3]
    for tool, arguments in [("verified_queries_apply", {"action": action, "id": 1}) for action in ["approve", "reject", "remove"]]:
        assert them.refused("rita", tool, arguments, workspace="rival")[0] == "not_found"
    assert them.done("rita", "verified_queries_list", {}, workspace="rival")["data"] == []
    for tool, arguments in [("verified_queries_list", {}), ("verified_queries_apply", {"action": "add", "pattern": "x", "sql": "SELECT 1"}), ("semantic_apply", {"content": "version: 1"})]:
        assert them.refused("ann", tool, arguments)[0] == "forbidden"


def test_C45_who_reviews_queries_learns_no_hidden_name_by_them(them):
    """C45 A hidden table in a slot or statement is one that is not there."""
    def refused(slot, sql="SELECT count(*) FROM stores WHERE name = '{who}'"):
        return them.refused("boss", "verified_queries_apply", {"action": "add", "pattern": "pay of {who}", "slots": {"who": slot}, "sql": sql})

    hidden, missing, near = refused("employees.name"), refused("workmen.name"), refused("employes.name")
    assert "no table 'employees'" in hidden[1] and hidden[1].replace("employees", "workmen").split(";")[0] == missing[1].split(";")[0]
    assert "employees" not in missing[1] and "employees" not in near[1]
    assert refused("text", "SELECT salary FROM employees WHERE name = '{who}'")[0] == "forbidden"
