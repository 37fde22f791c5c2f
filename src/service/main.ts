import { createServer } from 'node:http';

const server = createServer((request, response) => {
  response.statusCode = request.url === '/readyz' || request.url === '/healthz' ? 200 : 404;
  response.end();
});
server.listen(Number(process.env['SERVICE_PORT'] ?? 4000), '127.0.0.1');
process.once('SIGTERM', () => server.close());
process.once('SIGINT', () => server.close());
