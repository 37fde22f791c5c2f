import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type ReceivedRequest = { readonly headers: IncomingHttpHeaders; readonly body: string };
type AnswerWith = (response: ServerResponse, received: ReceivedRequest) => unknown;

export type TestReceiver = Awaited<ReturnType<typeof openTestReceiver>>;

/** For tests: a merchant's endpoint that keeps what it gets and answers as told, 200 at first. */
export async function openTestReceiver() {
  const received: ReceivedRequest[] = [];
  let answerWith: AnswerWith = (response) => response.end();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const got = { headers: request.headers, body };
    received.push(got);
    answerWith(response, got);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    received,
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    answer: (how: AnswerWith) => {
      answerWith = how;
    },
    answerStatus: (status: number, headers: Record<string, string> = {}) => {
      answerWith = (response) => response.writeHead(status, headers).end();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
