"""HTTP/1.1 read and written by hand: strict on what comes in, adjustable in what goes out."""

import datetime
import json
import re
import secrets
import socket
import socketserver
from http import HTTPStatus
from urllib.parse import unquote_to_bytes

MAX_LINE = 16 * 1024
MAX_HEADERS = 100
MAX_BODY = 256 * 1024 * 1024

TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
QUOTED = r'"(?:[^"\\\r\n]|\\.)*"'
REQUEST_LINE = re.compile(r"(%s) (\S+) HTTP/1\.1" % TOKEN)
HEADER = re.compile(r"(%s):[ \t]*([\t -~]*?)[ \t]*" % TOKEN)
TARGET = re.compile(r"/(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*")
CHUNK_LINE = re.compile(r"([0-9A-Fa-f]{1,8})(?:;[\t -~]*)?")
PARAMETER = re.compile(r";[ \t]*(%s)=(%s|%s)" % (TOKEN, TOKEN, QUOTED))
BOUNDARY = re.compile(r"[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]")
SINGULAR = ("host", "authorization", "content-type", "content-length",
            "transfer-encoding", "user-agent", "expect")


class Refused(Exception):
    """The request is answered with an error; blame says whether it counts as a complaint."""

    def __init__(self, status, text, headers=(), blame=True, body=None):
        super().__init__(text)
        self.status, self.text, self.headers = status, text, list(headers)
        self.blame, self.body = blame, body


class Malformed(Exception):
    """The bytes are not a correct HTTP/1.1 message: answered 400, then the connection is closed."""


class Request:
    def __init__(self):
        self.method = self.target = self.path = None
        self.headers, self.body = [], b""
        self.segments, self.query, self.body_keys = [], None, None

    def values(self, name):
        return [value for key, value in self.headers if key.lower() == name]

    def check(self, address):
        """What every request must respect, wherever it is sent."""
        for name in SINGULAR:
            if len(self.values(name)) > 1:
                raise Refused(400, "header %s given more than once" % name)
        if self.values("host") != [address]:
            raise Refused(400, "Host is %r, expected [%r]" % (self.values("host"), address))
        if self.body and not self.values("content-type"):
            raise Refused(400, "a body without content-type")
        if not TARGET.fullmatch(self.target):
            raise Refused(400, "request target is not a valid origin-form")
        self.path, mark, query = self.target.partition("?")
        self.segments = [decode(part) for part in self.path.split("/")[1:]]
        if mark:
            self.query = []
            for pair in query.split("&"):
                name, equals, value = pair.replace("+", " ").partition("=")
                if not (name and equals):
                    raise Refused(400, "query piece %r is not name=value" % pair)
                self.query.append((decode(name), decode(value)))

    def no_body(self):
        if self.body:
            raise Refused(400, "no body is expected here")

    def media_type(self):
        value = (self.values("content-type") or [""])[0]
        essence, parameters = parse_parameters(value)
        return essence.lower(), parameters

    def json_type(self):
        essence, parameters = self.media_type()
        charset = parameters.pop("charset", "utf-8").lower()
        if essence != "application/json" or charset != "utf-8" or parameters:
            raise Refused(400, "content-type is not application/json")

    def json_object(self):
        self.json_type()
        try:
            value = json.loads(self.body.decode("utf-8"), object_pairs_hook=unique_keys,
                               parse_constant=no_constant)
        except (ValueError, RecursionError) as error:
            raise Refused(400, "body is not JSON in UTF-8: %s" % error)
        if not isinstance(value, dict):
            raise Refused(400, "body is not a JSON object")
        self.body_keys = list(value)
        return value

    def json_strings(self, *allowed):
        """A JSON object of non-empty strings with exactly one of the allowed sets of keys."""
        value = self.json_object()
        if set(value) not in [set(keys) for keys in allowed]:
            raise Refused(400, "body keys are %s, expected %s" % (sorted(value), sorted(allowed[0])))
        for key, item in value.items():
            if not isinstance(item, str) or not item:
                raise Refused(400, "%s is not a non-empty string" % key)
        return value


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f") + "7Z"


def unique_keys(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("repeated key")
    return dict(pairs)


def no_constant(name):
    raise ValueError("%s is not JSON" % name)


def decode(text):
    try:
        value = unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(400, "percent-encoding is not UTF-8: %r" % text)
    if any(ord(char) < 32 or ord(char) == 127 for char in value):
        raise Refused(400, "control character in %r" % text)
    return value


def parse_parameters(value):
    """Split  type; name=value; name="value"  strictly."""
    essence, _, rest = value.partition(";")
    rest, parameters = (";" + rest if _ else ""), {}
    while rest:
        match = PARAMETER.match(rest)
        if not match or match.group(1).lower() in parameters:
            raise Refused(400, "bad parameters in header value %r" % value)
        text = match.group(2)
        if text.startswith('"'):
            text = re.sub(r"\\(.)", r"\1", text[1:-1])
        parameters[match.group(1).lower()] = text
        rest = rest[match.end():].lstrip(" \t")
    return essence.strip(), parameters


# ---------------------------------------------------------------- reading

def read_line(stream):
    line = stream.readline(MAX_LINE)
    if not line.endswith(b"\r\n") or b"\r" in line[:-2]:
        raise Malformed("a line is too long, cut short, or not ended by CRLF")
    return line[:-2].decode("latin-1")


def read_exactly(stream, size):
    data = stream.read(size)
    if len(data) != size:
        raise Malformed("body cut short: %d bytes of %d" % (len(data), size))
    return data


def read_request(stream, request, send_interim):
    """Fill request from the stream, so that what was read before a fault is kept."""
    if not stream.peek(1)[:1].isalpha():
        raise Malformed("the first byte does not start an HTTP request")
    match = REQUEST_LINE.fullmatch(read_line(stream))
    if not match:
        raise Malformed("request line is not METHOD target HTTP/1.1")
    request.method, request.target = match.groups()
    request.headers.extend(read_headers(stream))
    lengths = request.values("content-length")
    codings = request.values("transfer-encoding")
    if len(lengths) + len(codings) > 1:
        raise Malformed("more than one of Content-Length and Transfer-Encoding")
    if not lengths and not codings:
        if request.method in ("POST", "PUT", "PATCH"):
            raise Malformed("%s without Content-Length or Transfer-Encoding" % request.method)
        return
    if request.values("expect"):
        if request.values("expect")[0].lower() != "100-continue":
            raise Malformed("unknown Expect")
        send_interim(b"HTTP/1.1 100 Continue\r\n\r\n")
    if codings:
        if codings[0].lower() != "chunked":
            raise Malformed("transfer coding %r is not chunked" % codings[0])
        request.body = read_chunks(stream)
    else:
        if not re.fullmatch(r"[0-9]{1,12}", lengths[0]) or int(lengths[0]) > MAX_BODY:
            raise Malformed("bad Content-Length %r" % lengths[0])
        request.body = read_exactly(stream, int(lengths[0]))


def read_headers(stream):
    headers = []
    while True:
        line = read_line(stream)
        if not line:
            return headers
        match = HEADER.fullmatch(line)
        if not match or len(headers) == MAX_HEADERS:
            raise Malformed("bad header line %r, or too many" % line[:80])
        headers.append(match.groups())


def read_chunks(stream):
    parts, total = [], 0
    while True:
        match = CHUNK_LINE.fullmatch(read_line(stream))
        if not match:
            raise Malformed("bad chunk size line")
        size = int(match.group(1), 16)
        total += size
        if total > MAX_BODY:
            raise Malformed("body too large")
        if size == 0:
            read_headers(stream)
            return b"".join(parts)
        parts.append(read_exactly(stream, size))
        if read_exactly(stream, 2) != b"\r\n":
            raise Malformed("chunk data not followed by CRLF")


# ---------------------------------------------------------------- multipart

def parse_form(request):
    """Return {field name: (disposition parameters, content-type or None, bytes)}."""
    essence, parameters = request.media_type()
    if essence != "multipart/form-data":
        raise Refused(400, "content-type is not multipart/form-data")
    boundary = parameters.get("boundary", "")
    if not BOUNDARY.fullmatch(boundary):
        raise Refused(400, "bad multipart boundary %r" % boundary)
    pieces = (b"\r\n" + request.body).split(b"\r\n--" + boundary.encode("ascii"))
    if len(pieces) < 3 or pieces[0] or pieces[-1] not in (b"--", b"--\r\n"):
        raise Refused(400, "multipart body not enclosed by its boundaries")
    fields = {}
    for piece in pieces[1:-1]:
        head, blank, content = piece.partition(b"\r\n\r\n")
        if not blank or not head.startswith(b"\r\n"):
            raise Refused(400, "multipart part without CRLF after boundary or blank line")
        name, disposition, kind = parse_part_head(head[2:])
        if name in fields:
            raise Refused(400, "multipart field %r given twice" % name)
        fields[name] = (disposition, kind, content)
    return fields


def parse_part_head(head):
    try:
        lines = head.decode("utf-8").split("\r\n")
    except UnicodeDecodeError:
        raise Refused(400, "multipart part header is not UTF-8")
    headers = {}
    for line in lines:
        key, colon, value = line.partition(":")
        key = key.lower()
        if (not colon or re.search(r"[\x00-\x1f\x7f]", line) or key in headers
                or key not in ("content-disposition", "content-type")):
            raise Refused(400, "bad, repeated or unexpected multipart header %r" % line)
        headers[key] = value.strip(" \t")
    kind, disposition = parse_parameters(headers.get("content-disposition", ""))
    if kind.lower() != "form-data" or "name" not in disposition:
        raise Refused(400, "multipart part without form-data disposition and name")
    if set(disposition) - {"name", "filename"}:
        raise Refused(400, "disposition parameters %s not allowed" % sorted(disposition))
    return disposition.pop("name"), disposition, headers.get("content-type")


# ---------------------------------------------------------------- writing

def render(status, headers, body, framing, header_case, close):
    """Return the reply as a list of byte strings, to be sent one by one."""
    def line(name, value):
        return ("%s: %s\r\n" % (getattr(name, header_case)(), value)).encode("latin-1")

    headers = list(headers)
    chunked = framing == "chunked" and status != 204
    if close:
        headers.append(("connection", "close"))
    if chunked:
        headers += [("transfer-encoding", "chunked"), ("trailer", "x-reply-size")]
    elif framing == "length" and status != 204:
        headers.append(("content-length", str(len(body))))
    version = "1.0" if framing == "close" else "1.1"
    head = ("HTTP/%s %d %s\r\n" % (version, status, HTTPStatus(status).phrase)).encode("ascii")
    head += b"".join(line(*header) for header in headers) + b"\r\n"
    if not chunked:
        return [head, body] if body else [head]
    pieces, start, size = [head], 0, 1
    while start < len(body):
        data = body[start:start + size]
        extension = ';part=%d' % len(pieces)
        pieces.append(b"%x%s\r\n%s\r\n" % (len(data), extension.encode("ascii"), data))
        start, size = start + size, size % 23 + 5
    pieces.append(b"0;last\r\n" + line("x-reply-size", str(len(body))) + b"\r\n")
    return pieces


# ---------------------------------------------------------------- connections

class Connection(socketserver.StreamRequestHandler):
    timeout = 60
    disable_nagle_algorithm = True

    def handle(self):
        services = self.server.services
        with services.lock:
            services.connections += 1
            self.number = services.connections
        try:
            while self.rfile.peek(1) and self.exchange(services):
                pass
        except OSError:
            pass  # the peer went away, or stayed silent too long

    def exchange(self, services):
        """Serve one request; return whether the connection stays open."""
        options, request, error, broken = services.options, Request(), None, False
        try:
            read_request(self.rfile, request, self.wfile.write)
            with services.lock:
                status, headers, value = services.handle(self.server.service, request)
        except Malformed as fault:
            error, broken = Refused(400, str(fault)), True
        except OSError as fault:
            self.record(services, request, 0, "connection lost inside a request: %s" % fault)
            raise
        except Refused as refusal:
            error = refusal
        if error:
            status, headers = error.status, error.headers
            value = error.body or {"fault": {"ref": secrets.token_hex(4), "text": error.text}, "at": now()}
        self.record(services, request, status, error.text if error and error.blame else None)

        wishes = ",".join(request.values("connection")).lower().replace(" ", "").split(",")
        close = broken or not options.keep_alive or options.framing == "close" or "close" in wishes
        body = b""
        if value is not None:
            body = json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8")
            if options.json_type != "none":
                headers = headers + [("content-type", options.json_type)]
        headers = [("server", "guichet/4.2"), ("x-trace", secrets.token_hex(6))] + headers
        if request.method == "HEAD":
            body = b""
        for piece in render(status, headers, body, options.framing, options.header_case, close):
            self.wfile.write(piece)
        if broken:
            self.drain()
        return not close

    def record(self, services, request, status, complaint):
        with services.lock:
            services.requests.append({
                "server": self.server.service, "connection": self.number, "method": request.method,
                "target": request.target, "headers": [list(pair) for pair in request.headers],
                "query": request.query, "body_keys": request.body_keys,
                "body_length": len(request.body), "status": status, "complaint": complaint})

    def drain(self):
        """Read what is still coming, so that closing does not destroy the reply."""
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.settimeout(0.5)
        while self.connection.recv(65536):
            pass


class Listener(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, service, services):
        super().__init__(("127.0.0.1", 0), Connection)
        self.service, self.services = service, services
        services.addresses[service] = "127.0.0.1:%d" % self.server_address[1]
