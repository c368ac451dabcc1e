"""The fan-out of mosquitto: each of 600 messages a second to 70 subscribers, without acknowledgement or storage."""

import multiprocessing
import pathlib
import selectors
import shutil
import socket
import struct
import subprocess
import tempfile
import time

from . import cluster, figures, usage

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
MESSAGES, SUBSCRIBERS, PAYLOAD, TOPIC = 600, 70, 120, b"trip"


def packet(kind, body):
    """An MQTT 3.1.1 packet of less than 16,384 bytes."""
    length = bytes([len(body)]) if len(body) < 128 else bytes([len(body) % 128 + 128, len(body) // 128])
    return bytes([kind]) + length + body


def text(data):
    return struct.pack(">H", len(data)) + data


def connect(port, name):
    client = socket.create_connection(("127.0.0.1", port))
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client.sendall(packet(0x10, text(b"MQTT") + b"\x04\x02\x00\x3c" + text(name.encode())))
    if client.recv(4)[:2] != b"\x20\x02":
        raise SystemExit("measure-sharing: mosquitto refuses a client")
    return client


def publish(port, seconds):
    """Publishes messages that begin with their time, evenly."""
    client = connect(port, "publisher")
    start = time.time()
    for number in range(int(seconds * MESSAGES)):
        time.sleep(max(0, start + number / MESSAGES - time.time()))
        client.sendall(packet(0x30, text(TOPIC) + struct.pack(">d", time.time()).ljust(PAYLOAD, b" ")))


def subscribe(port, seconds, counts):
    """Receives all messages with all subscribers; counts durations by milliseconds."""
    chooser = selectors.DefaultSelector()
    for number in range(SUBSCRIBERS):
        client = connect(port, f"subscriber-{number}")
        client.sendall(packet(0x82, b"\x00\x01" + text(TOPIC) + b"\x00"))
        client.recv(5)
        chooser.register(client, selectors.EVENT_READ, bytearray())
    worker = multiprocessing.Process(target=publish, args=(port, seconds))
    worker.start()
    size = len(packet(0x30, text(TOPIC) + b" " * PAYLOAD))
    head = size - PAYLOAD
    end = time.time() + seconds + 1
    while time.time() < end:
        for key, _ in chooser.select(0.1):
            key.data.extend(key.fileobj.recv(1 << 16))
            now = time.time()
            whole = len(key.data) // size * size
            for start in range(0, whole, size):
                took = int(1000 * (now - struct.unpack_from(">d", key.data, start + head)[0]))
                counts[took] = counts.get(took, 0) + 1
            del key.data[:whole]
    worker.join()


def run(seconds=20):
    if not PROGRAM:
        raise SystemExit("measure-sharing: mosquitto is missing; apt-get install mosquitto installs it")
    with tempfile.TemporaryDirectory() as folder:
        port = cluster.free_port()
        settings = pathlib.Path(folder) / "mosquitto.conf"
        settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
        settings.chmod(0o644)
        pathlib.Path(folder).chmod(0o755)
        server = subprocess.Popen([PROGRAM, "-c", settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(1)
            counts = {}
            subscribe(port, seconds, counts)
            print(f"\nmosquitto: {MESSAGES} messages a second to {SUBSCRIBERS} subscribers, {seconds} s, quality of service 0\n")
            print(figures.HEADING)
            print(figures.line("message to subscriber", counts))
            print(f"\nprocessor seconds {usage.seconds([server.pid]):.1f}, MiB {usage.mebibytes([server.pid]):.0f}, "
                  f"{sum(counts.values()) / (seconds * MESSAGES * SUBSCRIBERS):.2%} of all received")
        finally:
            server.terminate()
            server.wait()
