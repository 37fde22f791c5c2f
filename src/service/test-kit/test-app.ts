import type { Runtime } from '../base/runtime/runtime.ts';
import { createApp } from '../main/app.ts';
import { refuseUndocumented } from './test-conformance.ts';

/** For tests: the service's app. Every answer is checked against the OpenAPI document. */
export function openTestApp(runtime: Runtime) {
  const app = createApp(runtime);
  const answerTo = app.fetch;
  app.fetch = async (request, ...rest) => {
    const { heard: tappedRequest, text } = tapBody(request);
    const answer = await answerTo(tappedRequest, ...rest);
    // A stream with two readers ends only when both hang up.
    const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
    const answerCopy = isStream ? new Response(null, answer) : answer.clone();
    await refuseUndocumented({ method: request.method, url: request.url, body: text() }, answerCopy);
    return answer;
  };
  return app;
}

/** The request, and the part of its body that was read. A clone would read on where the service stops. */
function tapBody(request: Request) {
  const chunks: Uint8Array[] = [];
  const text = () => Buffer.concat(chunks).toString();
  if (request.body === null) return { heard: request, text };
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      chunks.push(chunk);
      controller.enqueue(chunk);
    },
  });
  const tappedRequest = new Request(request, { body: request.body.pipeThrough(tap), duplex: 'half' });
  return { heard: tappedRequest, text };
}
