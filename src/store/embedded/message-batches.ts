export type MessageBatches<Message> = {
  /** Adds a message to the batch. */
  post(message: Message): void;
  /** Sends the batch at once, even while promises can still settle. */
  flush(): void;
};

/**
 * Sends the messages that are posted while promises settle as one batch, because waking another thread costs more than most
 * statements.
 */
export function createMessageBatches<Message>(
  send: (batch: readonly Message[]) => void,
): MessageBatches<Message> {
  let batch: Message[] = [];
  const flush = () => {
    const messages = batch;
    batch = [];
    if (messages.length > 0) send(messages);
  };
  return {
    post(message) {
      if (batch.push(message) === 1) process.nextTick(flush);
    },
    flush,
  };
}
