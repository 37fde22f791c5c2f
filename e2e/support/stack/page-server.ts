import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

type Body = readonly [type: string, body: string];

/** A small real server: a page that Playwright fulfils itself has no address, and Chromium keeps it from loopback. */
export async function serve(port: number, answer: (path: string) => Body): Promise<Server> {
  const server = createServer((request, response) => {
    const [type, body] = answer(request.url ?? '/');
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Serves one page per path. */
export function servePages(port: number, pages: ReadonlyMap<string, string>): Promise<Server> {
  return serve(port, (path) => ['text/html; charset=utf-8', pages.get(path) ?? '']);
}
