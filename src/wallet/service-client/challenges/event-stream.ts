export type StreamMessage = { readonly event: string; readonly data: string };

/**
 * Reads the messages of an event stream as the service writes it: one `event` and one `data` line each, and comments.
 * `onSign` is called for each chunk.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onSign: () => void,
): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = fieldOf(block, 'data');
      if (data !== undefined) yield { event: fieldOf(block, 'event') ?? 'message', data };
    }
  }
}

function fieldOf(block: string, name: string): string | undefined {
  return block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
}
