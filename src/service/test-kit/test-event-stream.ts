import * as z from 'zod/mini';

const Data = z.record(z.string(), z.unknown());

/** For tests: one block of an event stream. */
type Block = {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly retry?: string | undefined;
  readonly comment: boolean;
  readonly data: z.infer<typeof Data>;
};

/** For tests: reads an event stream block by block. */
export function readEventStream(answer: Response) {
  if (!answer.ok || !answer.body) throw new Error(`no stream: ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** Undefined once the stream has ended. */
    async next(): Promise<Block | undefined> {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += value;
      }
      const end = text.indexOf('\n\n');
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      return blockOf(lines);
    },
    hangUp: () => reader.cancel(),
  };
}

function blockOf(lines: readonly string[]): Block {
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  return {
    event: field('event'),
    id: field('id'),
    retry: field('retry'),
    comment: lines.some((line) => line.startsWith(':')),
    data: Data.parse(JSON.parse(field('data') ?? '{}')),
  };
}
