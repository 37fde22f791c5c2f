import { Code } from '../../ui/Code.tsx';

/** The receiver of docs/callbacks.md, which a test runs. */
const RECEIVER = `// receiver.mjs, run by: WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createServer } from 'node:http';
import { CallbackVerificationError, verifyCallback } from 'embeddable-wallet/server';

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error('Set WEBHOOK_SECRET');

/** The bytes as they came, but no more than twice what a callback can be: anybody may send here. */
async function bodyOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    length += part.length;
    if (length > 131_072) throw new CallbackVerificationError('body_invalid', 'It is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

createServer(async (request, response) => {
  try {
    const body = await bodyOf(request);
    const { transaction, notification_details } = verifyCallback({ headers: request.headers, body, secret });
    console.log('verified', notification_details.info, transaction.amount);
    response.writeHead(204).end();
  } catch (error) {
    console.log('refused', error.code); // forged, altered, too old, or cut off
    response.writeHead(400).end();
  }
}).listen(5051);
`;

export function Receiver() {
  return (
    <>
      <p class="muted">
        Answer 2xx within 15 seconds; anything else is sent again. The secret is that of the account, on its
        page.
      </p>
      <Code label="receiver.mjs" text={RECEIVER} />
    </>
  );
}
