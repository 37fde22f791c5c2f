import { connect, WindowMessenger } from 'penpal';
import type { FrameToPage } from '../../contract/frame-calls.ts';
import type { UnparsedCalls } from './page-calls.ts';

export type Channel = {
  /** The page's side; calls wait until the channel stands. */
  readonly page: FrameToPage;
  /** Connects, to the embedding page at exactly its origin and to nobody else. */
  open(calls: UnparsedCalls): Promise<void>;
};

export function createChannel(parentOrigin: string): Channel {
  let connected: (page: FrameToPage) => void;
  const remote = new Promise<FrameToPage>((resolve) => {
    connected = resolve;
  });
  return {
    page: {
      renewSession: async () => (await remote).renewSession(),
      resize: async (height) => (await remote).resize(height),
      emit: async (event) => (await remote).emit(event),
    },
    async open(calls) {
      const messenger = new WindowMessenger({ remoteWindow: window.parent, allowedOrigins: [parentOrigin] });
      const page = await connect<FrameToPage>({ messenger, methods: calls }).promise;
      // Not the proxy itself: whatever is asked of it, `then` included, would become a call.
      connected({ renewSession: page.renewSession, resize: page.resize, emit: page.emit });
    },
  };
}
