import { pino } from 'pino';
import { visibleText } from '../../../contract/visible-text.ts';
import { redactCardNumbers } from '../../base/card-numbers.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import { LOG_FIELDS, type Log } from '../../base/log.ts';

type Options = {
  readonly level: string;
  /** Receives each line. */
  readonly write: (line: string) => void;
};

const allowedFields = new Set<string>(LOG_FIELDS);

export function openLog({ level, write }: Options): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) =>
          Object.fromEntries(
            Object.entries(withoutError(fields)).filter(([name]) => allowedFields.has(name)),
          ),
      },
    },
    {
      write(line) {
        try {
          write(visibleText(redactCardNumbers(line), { keeps: '\n' }));
        } catch {
          // A log that takes no line must not end the work that the line is about: callbacks and jobs would stop.
        }
      },
    },
  );
}

/** pino puts an error passed on its own under `err`. */
function withoutError(fields: object): object {
  return 'err' in fields ? { ...fields, ...errorLogFields(fields.err) } : fields;
}
