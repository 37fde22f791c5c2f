/** How docs/callbacks.md verifies a callback: a test holds the two together, and others run it there. */
export const VERIFY_SAMPLES = [
  {
    id: 'node',
    name: 'Node',
    code: `import { verifyCallback } from 'embeddable-wallet/server';

// body: the bytes as they came. Raises CallbackVerificationError: answer 400.
const { transaction, notification_details } = verifyCallback({
  headers,
  body,
  secret: process.env.WEBHOOK_SECRET,
});`,
  },
  {
    id: 'python',
    name: 'Python',
    code: `import base64, hashlib, hmac, json, time


def verify_callback(headers, body, secret, tolerance=300):
    """What the callback says; ValueError where it is none of now. body: the bytes as they came."""
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    sent_id, sent_at, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if len(key) < 24:
        raise ValueError("the secret is none")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > tolerance:
        raise ValueError("its timestamp is not of now")
    signed = f"{sent_id}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(expected, given.encode()) for given in signatures.split(" ")):
        raise ValueError("no signature was made with this secret over this body")
    return json.loads(body)`,
  },
] as const;
