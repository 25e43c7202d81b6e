"""Two servers on one database: any of them serves any table."""

from server.playing import Guest, Socket, legal


def test_a_match_between_clients_of_two_servers(two):
    ada = Guest(two[0].url)
    seated = ada.create("minecart_mayhem", "me", "me")
    table, tokens = seated["table"]["id"], seated["tokens"]
    sockets = [Socket(server.url, table, token=token) for server, token in zip(two, tokens, strict=True)]
    now = [socket.welcome["update"] for socket in sockets]
    count = 0
    while now[0].get("to_act") is not None:
        seat = now[0]["to_act"]
        count += 1
        sockets[seat].send(type="act", id=f"a{count}", step=now[seat]["step"], action=legal(now[seat])[0])
        now = [socket.next("update") for socket in sockets]
        assert now[0]["step"] == now[1]["step"]
    for socket in sockets:
        socket.close()
    assert count > 5


def test_who_is_second_is_told_it_was_stale(two):
    first, second = two
    ada = Guest(first.url)
    seated = ada.create("madcap", "me", "me")
    table, token = seated["table"]["id"], seated["tokens"][0]
    with Socket(first.url, table, token=token) as here, Socket(second.url, table, token=token) as there:
        step, actions = here.welcome["update"]["step"], legal(here.welcome["update"])
        here.send(type="act", id="here", step=step, action=actions[0])
        there.send(type="act", id="there", step=step, action=actions[-1])
        answers = []
        for socket, name in ((here, "here"), (there, "there")):
            while (message := socket.receive()).get("ack") != name and message.get("id") != name:
                pass
            answers.append(message)
        assert sorted(answer["type"] for answer in answers) == ["refused", "update"]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert refused["code"] == "action/stale"
        assert refused["now"]["step"] == step + 1


def test_presence_and_chat_cross_over(two):
    first, second = two
    ada = Guest(first.url)
    seated = ada.create("madcap", "me", "me")
    table, tokens = seated["table"]["id"], seated["tokens"]
    with Socket(first.url, table, token=tokens[0]) as here, Socket(second.url, table, token=tokens[1]) as there:
        for socket in (here, there):
            while socket.next("presence")["seats"] != [True, True]:
                pass
        there.send(type="say", id="s", text="hello over there")
        while not (events := here.next("update").get("events")) or events[-1]["kind"] != "said":
            pass
        assert events[-1]["text"] == "hello over there"


def test_who_comes_late_to_another_process_sees_who_was_there(two):
    first, second = two
    ada = Guest(first.url)
    seated = ada.create("madcap", "me", "me")
    table, tokens = seated["table"]["id"], seated["tokens"]
    with Socket(first.url, table, token=tokens[0]) as here:
        assert here.next("presence")["seats"] == [True, False]  # told, and announced to processes without the table
        with Socket(second.url, table, token=tokens[1]) as there:
            while there.next("presence")["seats"] != [True, True]:
                pass


async def announce_all(hub):
    hub.announce_all()


def test_who_stays_is_announced_again_before_it_is_forgotten(two):
    first, second = two
    ada = Guest(first.url)
    seated = ada.create("madcap", "me", "me")
    table, tokens = seated["table"]["id"], seated["tokens"]
    with Socket(first.url, table, token=tokens[0]) as here, Socket(second.url, table, token=tokens[1]) as there:
        for socket in (here, there):
            while socket.next("presence")["seats"] != [True, True]:
                pass
        live = second.services.hub.live[table]
        live.elsewhere.clear()
        assert live.presence().seats == [False, True]
        first.do(announce_all(first.services.hub))
        while there.next("presence")["seats"] != [True, True]:
            pass


def test_bots_act_once_whoever_watches(two):
    first, second = two
    ada = Guest(first.url)
    seated = ada.create("madcap", "me", "bot:greedy")
    table, token = seated["table"]["id"], seated["tokens"][0]
    with Socket(first.url, table, token=token) as here, Socket(second.url, table, token=token) as there:
        update = here.welcome["update"]
        while update.get("to_act") is not None:
            if legal(update):
                here.send(type="act", id=f"a{update['step']}", step=update["step"], action=legal(update)[0])
            update = here.next("update")
        assert update["view"]["moves"] == 24
        while there.next("update").get("to_act") is not None:
            pass


def test_an_action_is_told_whole_and_the_log_is_not_read_for_it(two, monkeypatch):
    seated = Guest(two[0].url).create("madcap", "me", "me")
    table, tokens = seated["table"]["id"], seated["tokens"]
    sockets = [Socket(server.url, table, token=token) for server, token in zip(two, tokens, strict=True)]
    now, reads = [socket.welcome["update"] for socket in sockets], []
    for server in two:
        storage = server.services.storage
        monkeypatch.setattr(storage, "read", lambda work, read=storage.read: reads.append(work) or read(work))
    for count in range(11):
        seat = now[0]["to_act"]
        sockets[seat].send(type="act", id=f"a{count}", step=now[seat]["step"], action=legal(now[seat])[0])
        now = [socket.next("update") for socket in sockets]
        assert now[0]["events"] == now[1]["events"], "both are told the same"
    for socket in sockets:
        socket.close()
    assert len(reads) < 8, "a look at all tables every ten seconds is for notes that are lost"
