"""What questions have read of a data source is kept across a restart: the next process does not read it again."""

import httpx

from conftest import Gatehouse

PASSWORD = "correct horse battery"


def ask(house, question):
    with httpx.Client(timeout=120) as http:
        begun = http.post(f"{house.ask}/mcp/mcp_start", json={"username": "admin", "password": PASSWORD}).json()
        asked = {"token": begun["access_token"], "chat_id": begun["chat_id"], "question": question, "lang": "en", "stream": False,
                 "datasource_id": "main", "return_img": False}
        return http.post(f"{house.ask}/mcp/mcp_question", json=asked).json()


def kept(house):
    """Names, times and contents of the files."""
    folder = house.data / "samples"
    return {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.iterdir()} if folder.exists() else {}


def test_a_second_process_answers_without_reading_the_source_again(tmp_path):
    house = Gatehouse(tmp_path / "data").with_company()
    house.start("--ask-port", "0", "--call-timeout", "600s")
    first = ask(house, "How many gold customers in Berlin?")
    assert first["success"], first
    files = kept(house)
    assert files and all(b"Berlin" not in content and b"gold" not in content for _, content in files.values())
    assert all(oct((house.data / "samples" / name).stat().st_mode)[-3:] == "600" for name in files)
    assert house.stop() == 0

    house.start("--ask-port", "0", "--call-timeout", "600s")
    second = ask(house, "How many gold customers in Berlin?")
    assert second["success"] and second["data"] == first["data"]
    # A file that was read again would have been written again.
    assert kept(house) == files
    assert house.stop() == 0

    # A damaged file is no error: the source is read again.
    for name in files:
        (house.data / "samples" / name).write_bytes(b"nothing")
    house.start("--ask-port", "0", "--call-timeout", "600s")
    assert ask(house, "How many gold customers in Berlin?")["data"] == first["data"]
    assert all(content != b"nothing" for _, content in kept(house).values())
    assert house.stop() == 0
