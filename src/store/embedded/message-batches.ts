export type Posting<Message> = {
  post(message: Message): void;
  /** Sends at once, even while promises can still settle. */
  flush(): void;
};

/** Sends in one batch what is posted while promises settle: to wake another thread costs more than to run a statement. */
export function postedTogether<Message>(send: (messages: readonly Message[]) => void): Posting<Message> {
  let waiting: Message[] = [];
  const flush = () => {
    const messages = waiting;
    waiting = [];
    if (messages.length > 0) send(messages);
  };
  return {
    post(message) {
      if (waiting.push(message) === 1) process.nextTick(flush);
    },
    flush,
  };
}
