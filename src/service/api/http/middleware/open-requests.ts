import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '../app-env.ts';
import { clientNetworks } from '../client-address.ts';
import { nodeBindings, onAnswered } from '../node-bindings.ts';
import { createCapacity, type MaxRequests } from './request-capacity.ts';

/**
 * Bounds the requests that are open and worked on, per caller and in all. Beyond a caller's share its own requests wait
 * for each other; beyond its bound they get 503. While a request waits for its body, an event or a slow processor, it
 * gives its slot back. One that waits for its sender, or is not yet authenticated, may be dropped to admit a newer one.
 */
export function limitOpenRequests(max: MaxRequests = {}) {
  const capacity = createCapacity(max);
  return createMiddleware<AppEnv>(async (c, next) => {
    const { incoming, outgoing } = nodeBindings(c);
    const request = capacity.enter(clientNetworks(c));
    const hangUp = () => incoming?.socket.destroy();
    let isWorkedOn = false;
    const begin = async () => {
      await capacity.begin(request);
      isWorkedOn = true;
    };
    const releaseSlot = () => {
      if (isWorkedOn) capacity.end(request);
      isWorkedOn = false;
    };
    c.set('slot', {
      async belongTo(name, share) {
        releaseSlot();
        capacity.move(request, name, share);
        await begin();
      },
      release() {
        releaseSlot();
        capacity.wait(request, { for: 'service', cut: hangUp });
      },
      async releaseDuring(body) {
        // The body is complete, so there is nothing to wait for.
        if (incoming?.complete) return body;
        releaseSlot();
        const cut = new Promise<never>((_, reject) => {
          capacity.wait(request, { for: 'body', cut: reject });
        });
        const value = await Promise.race([body, cut]);
        await begin();
        return value;
      },
    });
    try {
      await begin();
      await next();
    } finally {
      releaseSlot();
      // The rest of the body is not read.
      if (request.isOver) outgoing?.setHeader('Connection', 'close');
      // An answer may be read slowly, or queue behind one that is.
      capacity.wait(request, { for: isStream(c) ? 'service' : 'answer', cut: hangUp });
      onAnswered(c, () => capacity.leave(request));
    }
  });
}

/** Event streams have bounds of their own, in `SessionStreams`. */
function isStream(c: AppContext): boolean {
  return (c.res.headers.get('Content-Type') ?? '').startsWith('text/event-stream');
}
