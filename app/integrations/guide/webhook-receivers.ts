/** The guide's receiver in Node, without packages. */
export const nodeReceiver = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
const seen = new Set(); // in your program: a table with a unique key

function isFromOpora(headers, body) {
  const time = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const signed = headers['webhook-id'] + '.' + time + '.' + body;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature']).split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces).toString(); // exactly as it came, not parsed
  if (!isFromOpora(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    seen.add(id);
    const { event, data } = JSON.parse(body);
    console.log(event, data);
  }
  response.writeHead(204).end();
});

server.listen(Number(process.env.PORT ?? 8080), () => console.log('port', server.address().port));
`;

/** The same in Python. */
export const pythonReceiver = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = os.environ["WEBHOOK_SECRET"].removeprefix("whsec_")
key = base64.b64decode(secret.replace("-", "+").replace("_", "/") + "==")
seen = set()  # in your program: a table with a unique key


def is_from_opora(headers, body):
    moment = headers.get("webhook-timestamp", "")
    if not moment.isdecimal() or abs(time.time() - int(moment)) >= 300:
        return False
    signed = headers.get("webhook-id", "").encode() + b"." + moment.encode() + b"." + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(b"v1," + expected, one) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Exactly as it came, not parsed.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_from_opora(self.headers, body):
            self.send_response(401)
            return self.end_headers()
        if self.headers["webhook-id"] not in seen:
            seen.add(self.headers["webhook-id"])
            message = json.loads(body)
            print(message["event"], message["data"], flush=True)
        self.send_response(204)
        self.end_headers()


server = HTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver)
print("port", server.server_port, flush=True)
server.serve_forever()
`;
