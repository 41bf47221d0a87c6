"""A person at a browser without JavaScript: signs in, reads the page's form, ticks, and sends it."""

from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import httpx


class Forms(HTMLParser):
    """The forms of a page: where each goes, its fields, and its checkboxes with those that are ticked."""

    def __init__(self, page):
        super().__init__()
        self.forms = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.forms.append({"action": given["action"], "fields": {}, "ticked": [], "buttons": []})
        elif self.forms and tag == "input" and given.get("type") == "hidden":
            self.forms[-1]["fields"][given["name"]] = given["value"]
        elif self.forms and tag == "input" and given.get("type") == "checkbox" and "checked" in given:
            self.forms[-1]["ticked"].append(given["value"])
        elif self.forms and tag == "button" and "name" in given:
            self.forms[-1]["buttons"].append((given["name"], given["value"]))


class Person:
    def __init__(self, house, name, password):
        self.house = house
        self.http = httpx.Client(base_url=house.url, timeout=60)
        organization, user = name.split("/")
        body = {"type": "login", "organization": organization, "username": user, "password": password}
        answer = self.http.post("/api/login", json=body)
        assert answer.json()["status"] == "ok", answer.text
        assert self.http.cookies, "no session"

    def consent(self, page):
        """The form of the question, which has an answer to allow."""
        return next(form for form in Forms(page.text).forms if ("decision", "allow") in form["buttons"])

    def answer(self, url, decision="allow", keep=lambda scope: True):
        """Opens the client's request, answers the question if there is one, and gives the address that the client is called back at."""
        page = self.http.get(url)
        if page.status_code == 303:
            return page.headers["location"]
        assert page.status_code == 200, page.text
        form = self.consent(page)
        sent = {**form["fields"], "decision": decision, "scope": [scope for scope in form["ticked"] if keep(scope)]}
        answer = self.http.post(form["action"], data=sent, headers={"Origin": self.house.url})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def allow_device(self, verification_uri):
        """Opens the address that the device shows, and allows it."""
        page = self.http.get(verification_uri)
        assert page.status_code == 200, page.text
        form = self.consent(page)
        sent = {**form["fields"], "decision": "allow", "scope": form["ticked"]}
        answer = self.http.post(form["action"], data=sent, headers={"Origin": self.house.url})
        assert answer.status_code == 200, answer.text


def query(url):
    """The query of an address, each name once."""
    values = parse_qs(urlsplit(url).query, strict_parsing=True)
    assert all(len(value) == 1 for value in values.values()), url
    return {name: value[0] for name, value in values.items()}
