"""Servers on the loopback for the comparisons with Helm: static files by Python, registries by docker-registry or from memory."""
import asyncio
import functools
import hashlib
import http.server
import json
import multiprocessing
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

# The user name "user" with the password "secret".
LOGIN = "user:$2y$05$rEpS7uleGqKqTxa6xJTKCOHuOFTGCzOA0keLahfBcxddDRBUNZUT2"


class Files(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body are written one after the other; without this, kept connections wait 40 ms in between.
    disable_nagle_algorithm = True

    def log_message(self, *words):
        pass

    def send_error(self, code, message=None, explain=None):
        self.send_response(code, "Not Found")
        self.send_header("Content-Length", "0")
        self.end_headers()


class FileServer(http.server.ThreadingHTTPServer):
    # Of eight connections at a time a queue of five, which is usual, loses some, and each is tried again a second later.
    request_queue_size = 128


def serve(folder):
    server = FileServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_registry(temp, data, login):
    """A registry over the folder `data`; its address and its process."""
    address = f"127.0.0.1:{free_port()}"
    config = "version: 0.1\nlog: {level: error, accesslog: {disabled: true}}\n"
    config += f"storage: {{cache: {{blobdescriptor: inmemory}}, filesystem: {{rootdirectory: {data}}}}}\nhttp: {{addr: '{address}'}}\n"
    if login:
        open(f"{temp}/htpasswd", "w", encoding="utf8").write(LOGIN + "\n")
        config += f"auth: {{htpasswd: {{realm: r, path: {temp}/htpasswd}}}}\n"
    path = f"{temp}/registry-{login}.yaml"
    open(path, "w", encoding="utf8").write(config)
    log = open(f"{temp}/registry-{login}.log", "w+b")
    process = subprocess.Popen(["docker-registry", "serve", path], stdout=log, stderr=log)
    for _ in range(400):
        try:
            urllib.request.urlopen(f"http://{address}/v2/")
            return address, process
        except urllib.error.HTTPError:
            return address, process
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    process.kill()
    log.seek(0)
    sys.exit(f"docker-registry does not start: {log.read().decode(errors='replace')}")


class Ready(asyncio.Protocol):
    """A kept connection on which each request for what is there has its answer ready, head and body in one piece.

    Requests have no body; asyncio sets TCP_NODELAY.
    """

    def __init__(self, answers):
        self.answers, self.rest = answers, b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        *heads, self.rest = (self.rest + data).split(b"\r\n\r\n")
        for head in heads:
            asked = head.partition(b" HTTP/")[0]
            self.transport.write(self.answers.get(asked, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))


def ready_answers(folder):
    """What a registry with the content of `fill` says to each request to read, by method and path."""
    answers = {}

    def put(path, kind, body):
        digest = f"sha256:{hashlib.sha256(body).hexdigest()}"
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nDocker-Content-Digest: {digest}\r\n"
        head = f"{head}Docker-Distribution-Api-Version: registry/2.0\r\n\r\n".encode()
        for name in (path, f"{path.rpartition('/')[0]}/{digest}"):
            answers[f"GET {name}".encode()], answers[f"HEAD {name}".encode()] = head + body, head

    put("/v2/", "application/json", b"{}")
    for repository, tag, text, manifest, blobs in stored(folder):
        put(f"/v2/{repository}/manifests/{tag}", media_type(manifest), text)
        for digest, blob in blobs:
            put(f"/v2/{repository}/blobs/{digest}", "application/octet-stream", blob)
    return answers


def start_light_registry(folder):
    """A registry to read from that has next to no work of its own; its address and its process. Start it before any thread."""
    listener = socket.create_server(("127.0.0.1", 0))
    answers = ready_answers(folder)

    async def answer():
        server = await asyncio.get_running_loop().create_server(lambda: Ready(answers), sock=listener)
        await server.serve_forever()

    process = multiprocessing.get_context("fork").Process(target=lambda: asyncio.run(answer()), daemon=True)
    process.start()
    return f"127.0.0.1:{listener.getsockname()[1]}", process


def relay(choose, wrap=lambda stream: stream, seconds=0.0):
    """The address of something in front of servers: what `choose` says of the first bytes is the one behind."""
    listener = socket.create_server(("127.0.0.1", 0))

    def pump(source, target, data):
        try:
            while data := data or source.recv(1 << 16):
                time.sleep(seconds / 2)
                target.sendall(data)
                data = b""
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def join(near):
        try:
            near = wrap(near)
            first = near.recv(1 << 16)
        except OSError:
            return
        behind = socket.create_connection(tuple(choose(first).rsplit(":", 1)))
        for stream in (near, behind):
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        threading.Thread(target=pump, args=(behind, near, b""), daemon=True).start()
        pump(near, behind, first)

    def accept():
        while True:
            threading.Thread(target=join, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return f"127.0.0.1:{listener.getsockname()[1]}"


def far(address, seconds):
    """The address of the same server as far away as these seconds, there and back."""
    return relay(lambda first: address, seconds=seconds)


def secured(folder, certificate, files, registry, authority=None):
    """The address of files and a registry over TLS; with an authority, only for clients that it has signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/{certificate}.pem", f"{folder}/{certificate}.key")
    if authority:
        context.load_verify_locations(authority)
        context.verify_mode = ssl.CERT_REQUIRED
    choose = lambda first: registry if first.split(b" ")[1:2] and first.split(b" ")[1].startswith(b"/v2/") else files
    return relay(choose, lambda stream: context.wrap_socket(stream, server_side=True))


def request(method, url, body=None, kind="application/octet-stream"):
    asked = urllib.request.Request(url, data=body, method=method, headers={"Content-Type": kind})
    return urllib.request.urlopen(asked)


def media_type(manifest):
    return manifest.get("mediaType", "application/vnd.oci.image.manifest.v1+json")


def stored(folder):
    """Each repository, tag, manifest as bytes and as JSON, and blobs by digest in the folder of a registry's content."""
    for place, _, _ in os.walk(folder):
        manifests = f"{place}/manifests"
        for tag in sorted(os.listdir(manifests)) if os.path.isdir(manifests) else []:
            text = open(f"{manifests}/{tag}", "rb").read()
            manifest = json.loads(text)
            blobs = []
            for part in [manifest["config"], *manifest["layers"]]:
                blob = open(f"{folder}/blobs/{part['digest'].split(':')[1]}", "rb").read()
                assert hashlib.sha256(blob).hexdigest() == part["digest"].split(":")[1]
                blobs.append((part["digest"], blob))
            yield os.path.relpath(place, folder), tag, text, manifest, blobs


def fill(address, folder):
    """Put blobs and manifests into a registry as they are, so that their digests stay."""
    for repository, tag, text, manifest, blobs in stored(folder):
        base = f"http://{address}/v2/{repository}"
        for digest, blob in blobs:
            place = request("POST", f"{base}/blobs/uploads/", b"").headers["Location"]
            request("PUT", f"{place}&digest={digest}", blob)
        request("PUT", f"{base}/manifests/{tag}", text, media_type(manifest))
