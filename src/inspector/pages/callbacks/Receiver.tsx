import { Code } from '../../ui/Code.tsx';

/** That of docs/callbacks.md, which a test runs. */
const RECEIVER = `// receiver.mjs, run by: WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyCallback } from 'embeddable-wallet/server';

const secret = process.env.WEBHOOK_SECRET;
createServer(async (request, response) => {
  try {
    const body = await text(request);
    const { transaction, notification_details } = verifyCallback({ headers: request.headers, body, secret });
    console.log('verified', notification_details.info, transaction.amount);
    response.writeHead(204).end();
  } catch (error) {
    console.log('refused', error.code); // forged, altered, too old, or cut off
    response.writeHead(400).end();
  }
}).listen(5000);
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
