import ts from 'typescript';

/** The text, once it parses: the parser recovers from a fault by leaving members out, and so would what bundles. */
export function parsed(fileName: string, text: string): string {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'written.ts' });
  const [fault] = diagnostics;
  if (!fault) return text;
  const line = text.slice(0, fault.start).split('\n').length;
  const message = ts.flattenDiagnosticMessageText(fault.messageText, '\n');
  throw new Error(`Writing declarations: found "${message}" at ${fileName}:${line}, wanted TypeScript`);
}
