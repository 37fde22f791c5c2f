import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const page = readFileSync(new URL('./index.html', import.meta.url));
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
});
server.listen(Number(process.env['SHOP_PORT'] ?? 3000), 'localhost');
process.once('SIGTERM', () => server.close());
process.once('SIGINT', () => server.close());
