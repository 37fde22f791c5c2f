import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/** IPv4 and IPv6 addresses by name; null: it has none. */
type Names = Readonly<Record<string, readonly string[] | null>>;

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;

/** For tests: a name server on this machine that answers for these names, and hears any other without a word. */
export async function openTestNameServer(names: Names = {}) {
  const askedNames = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port }) => {
    const { name, end } = questionIn(message);
    askedNames.add(name);
    const addresses = names[name];
    if (addresses !== undefined) socket.send(answerTo(message.subarray(0, end), addresses), port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** The names that it was asked for. */
    asked: askedNames,
    close: () => socket.close(),
  };
}

/** The name stands behind the header in parts that say how long they are: RFC 1035, 4.1.2. */
function questionIn(message: Buffer) {
  const parts: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    parts.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: parts.join('.').toLowerCase(), end: at + 5 };
}

/** RFC 1035, 4.1.3. */
function answerTo(question: Buffer, addresses: readonly string[] | null): Buffer {
  const type = question.readUInt16BE(question.length - 4);
  const matchingAddresses = (addresses ?? []).filter(
    (address) => (isIP(address) === 4 ? TYPE_A : TYPE_AAAA) === type,
  );
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(addresses === null ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(matchingAddresses.length, 6);
  header.fill(0, 8);
  const records = matchingAddresses.map((address) => {
    const bytes = bytesOf(address);
    const start = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
    return Buffer.concat([start, bytes]);
  });
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...records]);
}

/** An IPv6 address begins with what stands before `::`, and ends in one group. */
function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [start = '', end = ''] = address.split('::');
  const hex = start.split(':').map((group) => group.padStart(4, '0'));
  return Buffer.from(hex.join('').padEnd(28, '0') + end.padStart(4, '0'), 'hex');
}
