"""Carries frames between two links, for kernels without netem: slow-wire.py HOST NETWORK SECONDS LOST

HOST is the outer end of a host's wire, NETWORK a link into the bridge. Each frame is SECONDS late; of those to HOST the part LOST is dropped.
"""

import collections
import random
import select
import socket
import sys
import time


def open_link(name):
    every_protocol = socket.htons(3)
    link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, every_protocol)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8_000_000)
    link.bind((name, 0))
    return link


host, network = (open_link(name) for name in sys.argv[1:3])
seconds, lost = (float(word) for word in sys.argv[3:5])
late = collections.deque()
print("ready", flush=True)
while True:
    wait = max(0, late[0][0] - time.monotonic()) if late else None
    for link in select.select([host, network], [], [], wait)[0]:
        frame, address = link.recvfrom(65_535)
        is_own = address[2] == socket.PACKET_OUTGOING
        if is_own or (link is network and random.random() < lost):
            continue
        late.append((time.monotonic() + seconds, network if link is host else host, frame))
    while late and late[0][0] <= time.monotonic():
        _, link, frame = late.popleft()
        try:
            link.send(frame)
        except OSError:
            # The link is full or has gone: the frame is lost.
            pass
