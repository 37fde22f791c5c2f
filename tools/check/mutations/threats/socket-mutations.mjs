const service = 'src/service/';

/** Those of who holds a connection and never ends what goes over it. @type {import('./mutations.mjs').ThreatMutation[]} */
export const socketMutations = [
  {
    id: 'S78',
    file: `${service}api/http/middleware/request-room.ts`,
    find: "(reason === 'service' && caller.isKnown)",
    replace: 'caller.isKnown',
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title:
        'S78: limitOpenRequests cuts whoever waits longest for its sender, known or not, for a newer request',
    },
  },
  {
    id: 'S78',
    file: `${service}api/http/middleware/request-room.ts`,
    find: 'makeRoom([...holder.parts, holder.caller]);',
    replace: 'makeRoom([holder.caller]);',
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title: 'S78: a network that slow bodies fill takes a complete request in place of the slowest',
    },
  },
  {
    id: 'S78',
    file: `${service}api/http/middleware/request-room.ts`,
    find: "      if (reason === 'body') for (const network of incompleteRequests.add(request)) cutOldest(network);\n",
    replace: '',
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title: 'S78: slow bodies of a /48 push out each other, and nobody who is slow elsewhere',
    },
  },
  {
    id: 'S78',
    file: `${service}api/http/middleware/open-requests.ts`,
    find: "for: isStream(c) ? 'service' : 'answer'",
    replace: "for: 'service'",
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title: 'S78: limitOpenRequests cuts an answer /of/merchant/long that nobody reads',
    },
  },
  {
    id: 'S78',
    file: `${service}api/http/middleware/request-capacity.ts`,
    find: '      callers.delete(caller);\n      if (begin) queue.delete(begin);',
    replace: '      if (begin) queue.delete(begin);',
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title:
        'S78: limitOpenRequests gives turns in a full service to one caller after the other, not to who sent most',
    },
  },
  {
    id: 'S78',
    file: `${service}api/http/idle-connections.ts`,
    find: '    server.closeIdleConnections();\n',
    replace: '',
    test: {
      file: `${service}api/http/node-server.test.ts`,
      title:
        'S78: startServer closes idle connections early where they are too many, and none that is in use',
    },
  },
  {
    id: 'S79',
    file: `${service}callbacks/egress/send-request.ts`,
    find: 'await Promise.race([expiry, exchange(url, { ...request, deadline, onStatus })])',
    replace: 'await exchange(url, { ...request, deadline, onStatus: onStatus || expiry })',
    test: {
      file: `${service}callbacks/egress/odd-receivers.test.ts`,
      title: 'S79: no lookup that never ends keeps an attempt',
    },
  },
  {
    id: 'S79',
    file: `${service}callbacks/egress/send-request.ts`,
    find: '(partialAnswer() ?? answer)',
    replace: 'answer',
    test: {
      file: `${service}callbacks/egress/odd-receivers.test.ts`,
      title: 'S79: a status counts at once where its body is slow',
    },
  },
  {
    id: 'S79',
    file: `${service}callbacks/egress/read-answer.ts`,
    find: 'if (!hasHead && headBytes > MAX_HEAD_BYTES)',
    replace: 'if (!hasHead && headBytes < 0)',
    test: {
      file: `${service}callbacks/egress/odd-receivers.test.ts`,
      title: 'S79: an attempt ends in its time whatever a receiver does: it says 100 without end',
    },
  },
];
