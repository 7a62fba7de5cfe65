"""A client of a Gouji table server in one page: only `websockets` and the standard library.

    python minimal_client.py [ws://127.0.0.1:47625 [INVITE CODE]]

It makes a private table, or joins the one of the code; bots take the empty seats. It plays a whole match by the first
answer that the server lists (the feature `legal`), takes part in the shuffle, and prints what happens. docs/protocol.md
says what the messages mean. For a server with a certificate of its own (wss://…), name that certificate, a file in
its data folder: `SSL_CERT_FILE=server-certificate.pem python minimal_client.py wss://…`.
"""
# ruff: noqa: T201

import asyncio
import hashlib
import json
import os
import sys
from pathlib import Path

import websockets

RULES = json.loads(Path(__file__).with_name("tribute216.json").read_text(encoding="utf-8"))


def row(*parts):
    """Every part after its length: what is hashed for the shuffle."""
    as_bytes = {int: lambda part: part.to_bytes(8, "big"), str: str.encode, bytes: bytes}
    return b"".join(len(raw := as_bytes[type(part)](part)).to_bytes(4, "big") + raw for part in parts)


class Client:
    """One connection: makes requests, hears what the server says, and plays."""

    def __init__(self, socket):
        self.socket = socket
        # Ids are unique within the account for ever: a word of this start, and a number.
        self.start, self.requests = os.urandom(4).hex(), 0
        self.me, self.table, self.share = {}, {}, b""
        self.deal_over = self.match_over = False

    async def send(self, k, **fields):
        """Send a message."""
        await self.socket.send(json.dumps({"k": k, **fields}))

    async def request(self, k, **fields):
        """Send a request; its id."""
        self.requests += 1
        await self.send(k, id=f"{self.start}-{self.requests}", **fields)
        return f"{self.start}-{self.requests}"

    async def receive(self):
        """The next message, heard already."""
        message = json.loads(await self.socket.recv())
        await self.hear(message)
        return message

    async def ask(self, k, **fields):
        """Make a request and wait for its answer; what comes before it is heard meanwhile."""
        re = await self.request(k, **fields)
        while (answer := await self.receive()).get("re") != re:
            pass
        if answer["k"] == "err":
            sys.exit(f"the server refused {k}: {answer['code']} {answer.get('detail', '')}")
        return answer

    async def hear(self, message):
        """React to a message; kinds, fields and words that are not known here are passed over."""
        t, deal = message.get("t"), message.get("deal")
        match message["k"]:
            case "table":
                self.table = message
            case "ev" | "state" | "snap":
                for event in message.get("events", ()):
                    self.tell(event)
                if prompt := message.get("prompt"):
                    # A prompt that is said twice is answered twice; the second answer is refused as stale.
                    await self.request("cmd", t=t, pid=prompt["pid"], **prompt["legal"][0])
            case "deal_commit":
                self.share = os.urandom(32)
                place = row("gouji/seed/1", t, message["match"], deal, self.me["uid"], self.share)
                await self.send("nonce_commit", t=t, deal=deal, h=hashlib.sha256(place).hexdigest())
            case "nonces":
                await self.send("nonce", t=t, deal=deal, r=self.share.hex())
            case "reveal":
                print(f"the deal was shuffled with {len(message.get('entries', ()))} share(s) of players")
            case "gone" | "bye" | "refuse":
                sys.exit(f"it is over: {message}")

    def name(self, seat):
        """A seat as it is printed."""
        return f"{seat} {self.table['seats'][seat].get('name', '')}"

    def tell(self, event):
        """Print an event."""
        match event["type"]:
            case "DealStarted":
                own = next(hand for hand in event["hands"] if isinstance(hand, list))
                print(f"deal {event['number']}: your cards are {' '.join(own)}")
            case "Played":
                out = ", and is out" if event["out"] else ""
                print(f"  {self.name(event['seat'])}: {' '.join(event['faces'])}{out}")
            case "Passed":
                print(f"  {self.name(event['seat'])}: {event['act']}")
            case "DealEnded":
                print("places:", "; ".join(map(self.name, event["places"])))
            case "DealScored":
                print("scores:", *event["scores"])
                self.deal_over, self.match_over = True, event["over"]

    async def play(self, code):
        """Come in, sit down, and play to the end of the match."""
        await self.send("hello", v=[1], client="minimal", version="1", features=["legal", "shuffle"])
        print("the server is", (await self.receive())["server"])
        self.me = await self.ask("auth", how="guest", name="Minimal")
        print("you are", self.me["name"])
        if code:
            t = (await self.ask("join", code=code))["t"]
            while not self.table:
                await self.receive()
            free = next(seat for seat, who in enumerate(self.table["seats"]) if not who.get("name"))
            await self.ask("sit", t=t, seat=free)
            await self.ask("ready", t=t)
        else:
            made = await self.ask("create", rules=RULES, title="Minimal", deals=1, private=True, bots="easy")
            t = made["t"]
            print("others join with the code", made["code"])
            await self.ask("start", t=t)
        while not self.match_over:
            await self.receive()
            if self.deal_over and not self.match_over:
                self.deal_over = False
                await self.ask("ready", t=t)
        while (await self.receive())["k"] != "reveal":
            pass
        print("the match is over")


async def main(address="ws://127.0.0.1:47625", code=""):
    """Connect and play."""
    async with websockets.connect(f"{address}/ws", subprotocols=["gouji.v1"]) as socket:
        await Client(socket).play(code)


if __name__ == "__main__":
    if "--help" in sys.argv:
        sys.exit(__doc__)
    sys.stdout.reconfigure(line_buffering=True)
    asyncio.run(main(*sys.argv[1:]))
