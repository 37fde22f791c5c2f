import type { Plugin } from 'vite';

/**
 * What of penpal nobody uses here: its versions before 7, a console, timeouts, transfers, any origin but exact ones, calls
 * of a function's own methods, a look at arguments and methods that types have looked at, errors of its own and by hand
 * (browsers clone them, promises reject by themselves), channels beside the one, and ids that nobody can guess: the port
 * is nobody else's.
 */
const cuts: readonly (readonly [pattern: RegExp, put: string])[] = [
  [/isDeprecatedMessage\(data\)/g, 'false'],
  [/this\.#isChildUsingDeprecatedProtocol(?! =)/g, 'false'],
  [/this\.#isChildUsingDeprecatedProtocol = true;/g, ''],
  [/remoteParticipantId !== DEPRECATED_PENPAL_PARTICIPANT_ID/g, 'true'],
  [/remoteParticipantId === DEPRECATED_PENPAL_PARTICIPANT_ID/g, 'false'],
  [/ *(?:this\.#)?log\?\.\([^;]*\);\n/g, ''],
  [/timeout !== void 0 \? (?:window\.)?setTimeout\(.*?\}, timeout\) : void 0/gs, 'void 0'],
  [/clearTimeout\(timeoutId\);/g, ''],
  [/const methodPaths = extract[^;]*;/g, ''],
  [/,\s*methodPaths(?=\s*\})/g, ''],
  [/(?<=reject), timeoutId(?= \})/g, ''],
  [/const lastArg = .*?const argsWithoutOptions = [^;]*;/gs, 'const argsWithoutOptions = args;'],
  [/value instanceof Reply_default/g, 'false'],
  [/(?<=Message), transferables\)/g, ')'],
  [/,\s*\{\s*transfer: transferables\s*\}/g, ''],
  [/,\s*transfer: transferables(?=\s)/g, ''],
  [/, \.\.\.transferables \|\| \[\]/g, ''],
  [/usedMessengers\.has\(messenger\)/g, 'false'],
  [/usedMessengers\.add\(messenger\);/g, ''],
  [/if \(!(?:messenger|remoteWindow)\)/g, 'if (false)'],
  [/allowedOrigins\?\.length \? allowedOrigins : \[window\.origin\]/g, 'allowedOrigins'],
  [
    /allowedOrigin instanceof RegExp \? .* : allowedOrigin === origin \|\| allowedOrigin === "\*"/g,
    'allowedOrigin === origin',
  ],
  [/"Cannot send message because [^"]*"/g, '""'],
  [/`Method (?:call )?[^;]*?`(?=\s*\))/g, '""'],
  [/crypto\.randomUUID\?\.bind.*?join\("-"\)\)/gs, '() => String(Math.random())'],
  [/if \(path\.length && methodsToTreatAsNative.*?\n {8}\}/gs, ''],
  [/\.\.\.error instanceof Error \? \{.*?\} : \{ value: error \}/gs, 'value: error'],
  [/isSerializedErrorInstance \? deserializeError\(value\) : value/g, 'value'],
  [/, isSerializedErrorInstance(?= \} = message)/g, ''],
  [/if \(error\.name === "DataCloneError"\) \{.*?\n {6}\}/gs, ''],
  [/if \(!method\) \{.*?\n {6}\}/s, ''],
  [/isFunction\(result\) \? result : void 0/g, 'result'],
  [/var PenpalError = class .*?\n};/s, 'var PenpalError = Error;'],
  [/try \{\s*(messenger\.sendMessage\(\w+\);)\s*\} catch \((?:_|error)\) \{[^}]*\}/g, '$1'],
  [/(?<=reject\) => \{.*?)try \{(\s*const callMessage.*?)\} catch \(error\) \{.*?\);\s*\}/s, '$1'],
  [/once_default\(/g, '('],
  [/var once = .*?var once_default = once;/s, ''],
  [/throw new PenpalError_default\(\s*"TRANSMISSION_FAILED",\s*""\s*\);/g, ''],
  [/if \(!this\.#concreteRemoteOrigin\) \{\s*\}/g, ''],
  [/data\.channel === channel/g, 'true'],
  [/(?<=[{(,]\s*)channel,\s*/g, ''],
  [/(?<=sendMessage = \(message, transferables\) => \{)\s*if \(isSynMessage.*?return;\s*\}/s, ''],
  [/(?<=if \()isAck1Message\(message\)(?= \|\| \/\/ If)/g, 'isSynMessage(message) || isAck1Message(message)'],
  [/this\.#log = log;/g, ''],
  [/,\s*(?:timeout|log)(?=[,)\s])/g, ''],
  [/\blog,(?= *validate|\s+validate)/g, ''],
  [/this\.#concreteRemoteOrigin === "null" && .* \? "\*" : /g, ''],
];

/** Takes out of penpal what the channel does not use; every cut must still find its place. */
export function leanPenpal(): Plugin {
  return {
    name: 'lean-penpal',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/penpal/dist/penpal.mjs')) return null;
      return cuts.reduce((left, [pattern, put]) => {
        const cut = left.replace(pattern, put);
        if (cut === left)
          throw new Error(`Building with penpal: found no ${pattern}, wanted the code it cuts out`);
        return cut;
      }, code);
    },
  };
}
