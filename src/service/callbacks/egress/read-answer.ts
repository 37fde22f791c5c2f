import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** An answer may begin with some 100 or 103 messages, but not endlessly. */
const MAX_HEAD_BYTES = 32 * 1024;
const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 2 * 1024;

/** Why there was no answer. */
export type EgressFailure =
  | 'address_forbidden'
  | 'name_unresolved'
  | 'connection_failed'
  | 'connect_timeout'
  | 'timeout'
  | 'answer_broken';

export type EgressAnswer =
  | {
      readonly status: number;
      /** The `Retry-After` header as received. */
      readonly retryAfter: string | undefined;
      /** The first 2 KB of the body, or as much as was asked for; less if the rest was lost. */
      readonly start: Uint8Array;
      /** All headers, and whether `start` is the whole body, where more was asked for. */
      readonly whole?: { readonly headers: IncomingHttpHeaders; readonly isWhole: boolean };
    }
  | { readonly failure: EgressFailure };

type ReadOptions = {
  readonly onStatus: (answer: () => EgressAnswer) => void;
  /** How much of the body to keep, with all headers. Default: 2 KB, without them. */
  readonly keptBytes: number | undefined;
};

/**
 * Reads the answer to a request. The status decides: `onStatus` is called as soon as it has arrived, and the body is
 * read up to a bound and dropped, whether or not it ends as it should. Never rejects; it may never resolve, so its
 * caller keeps a deadline.
 */
export function readAnswer(
  request: ClientRequest,
  { onStatus, keptBytes }: ReadOptions,
): Promise<EgressAnswer> {
  return new Promise((resolve) => {
    const end = (answer: EgressAnswer) => {
      resolve(answer);
      request.destroy();
    };
    // Never removed: an error event without a listener would end the process.
    request.on('error', (error: NodeJS.ErrnoException) => end({ failure: failureOf(error) }));
    request.once('close', () => resolve({ failure: 'connection_failed' }));
    let headBytes = 0;
    let hasHead = false;
    request.once('socket', (socket) =>
      socket.on('data', (bytes) => {
        headBytes += bytes.byteLength;
        if (!hasHead && headBytes > MAX_HEAD_BYTES) end({ failure: 'answer_broken' });
      }),
    );
    // Node reports an upgrade (101) only by this event, and the listener must close the socket.
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      end({ failure: 'answer_broken' });
    });
    request.once('response', (response) => {
      hasHead = true;
      // Node takes a 101 without `Upgrade` for an answer.
      if ((response.statusCode ?? 0) < 200) return end({ failure: 'answer_broken' });
      const answer = readBody(response, { keptBytes, onEnd: () => end(answer()) });
      onStatus(answer);
    });
  });
}

/** Returns a function that tells what is known of the answer. Calls `onEnd` at its end, or once enough is read. */
function readBody(
  response: IncomingMessage,
  { keptBytes, onEnd }: Pick<ReadOptions, 'keptBytes'> & { readonly onEnd: () => void },
): () => EgressAnswer {
  const { statusCode: status = 0, headers } = response;
  const chunks: Uint8Array[] = [];
  const maxKept = keptBytes ?? MAX_KEPT_BYTES;
  let size = 0;
  response.on('data', (bytes: Uint8Array) => {
    if (size < maxKept) chunks.push(bytes);
    size += bytes.byteLength;
    if (size >= (keptBytes ?? MAX_READ_BYTES)) onEnd();
  });
  response.on('error', onEnd).once('close', onEnd);
  return () => ({
    status,
    retryAfter: headers['retry-after'],
    start: Buffer.concat(chunks).subarray(0, maxKept),
    ...(keptBytes !== undefined && { whole: { headers, isWhole: response.complete && size < keptBytes } }),
  });
}

/** `answer_broken` for what is no HTTP; all else came to nothing. */
function failureOf({ code = '' }: NodeJS.ErrnoException): EgressFailure {
  return code.startsWith('HPE_') ? 'answer_broken' : 'connection_failed';
}
